/** Square cards of nine squares, as Trickster has them: eight patterns round an animal. Each pattern has a shape of its own. */

import { INK, PAPER, colour, darker, inkOn, lighter } from "./colours.js";
import { letters } from "./svg.js";

/** @typedef {import("../table/types.js").Look} Look */

const SIDE = 100 / 3;

/** What is drawn in a square of 30. @type {Record<string, Record<string, [string, string]>>} */
export const SQUARES = {
  animals: {
    z: [
      "#f7f3ea",
      '<path d="M-2 8 8 -2M-2 20 20 -2M-2 32 32 -2M10 32 32 10M22 32 32 22" stroke="#1f1b18" stroke-width="4.6"/>',
    ],
    l: [
      "#e8b04a",
      '<g fill="none" stroke="#3a2411" stroke-width="3.2"><circle cx="8" cy="8" r="4"/><circle cx="22" cy="11" r="4.6"/><circle cx="9" cy="22" r="4.6"/><circle cx="23" cy="24" r="3.6"/></g>',
    ],
    g: [
      "#f6e3bd",
      '<path d="M2 2h11l1 9-6 5-6-2zM17 2h11v10l-7 3-4-4zM2 18l6 2 3 8H2zM15 15l8 3 5-3v13H15l-2-8z" fill="#a4571f"/>',
    ],
    s: [
      "#7fc0a0",
      '<g fill="none" stroke="#0c5a44" stroke-width="2.6"><path d="M0 9a7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0M-7.5 19a7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0M0 29a7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0M-7.5-1a7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0 15 0"/></g>',
    ],
  },
  gems: {
    r: ["#fbe3d6", '<path d="M15 3 27 15 15 27 3 15z" fill="#d55e00" stroke="#6b2f00" stroke-width="1.5"/>'],
    t: ["#fff6d6", '<path d="M15 3 28 26H2z" fill="#e8c400" stroke="#6f5c00" stroke-width="1.5"/>'],
    e: ["#dcf1e8", '<path d="M10 3h10l7 7v10l-7 7H10l-7-7V10z" fill="#009e73" stroke="#004f39" stroke-width="1.5"/>'],
    s: ["#dcebf6", '<circle cx="15" cy="15" r="12" fill="#0072b2" stroke="#00395a" stroke-width="1.5"/>'],
    a: [
      "#f3e3ee",
      '<path d="M15 2c3 6 7 9 12 10-4 4-5 9-4 15-5-3-11-3-16 0 1-6 0-11-4-15 5-1 9-4 12-10z" fill="#b05a8f" stroke="#5c2748" stroke-width="1.5"/>',
    ],
  },
};
/** @type {Record<string, string>} */
export const DECKS = {
  Chameleon: "green",
  Fox: "red",
  Gecko: "yellow",
  Lynx: "brown",
  Moth: "grey",
  Octopus: "purple",
  Raven: "black",
  Seahorse: "blue",
};

/** @param {Look} look @param {string} text */
export function pattern(look, text) {
  const deck = colour(DECKS[String(look.deck)]),
    dark = darker(deck, 0.45);
  if (look.back) {
    return `<rect x="1" y="1" width="98" height="98" rx="8" fill="${deck}" stroke="${dark}" stroke-width="2"/>
      <rect x="8" y="8" width="84" height="84" rx="5" fill="none" stroke="${lighter(deck, 0.5)}" stroke-width="2"/>
      ${letters(50, 48, 46, text, `class="serif" font-weight="700" fill="${inkOn(deck)}"`)}
      ${letters(50, 82, 11, String(look.deck), `font-weight="700" fill="${inkOn(deck)}"`)}`;
  }
  const squares = [...String(look.squares)].map((letter, k) => {
    const [x, y] = [SIDE * (k % 3), SIDE * Math.floor(k / 3)],
      known = k !== 4 && SQUARES[String(look.side)]?.[letter];
    if (known)
      return `<svg x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" viewBox="0 0 30 30"><rect width="30" height="30" fill="${known[0]}"/>${known[1]}</svg>`;
    return `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="${PAPER}"/><circle cx="50" cy="50" r="13.5" fill="${deck}" stroke="${dark}" stroke-width="1.5"/>
      ${letters(50, 50.5, text.length > 1 ? 12 : 17, text || letter, `font-weight="800" fill="${inkOn(deck)}"`)}`;
  });
  return `${squares.join("")}<path d="M33.3 0v100M66.7 0v100M0 33.300h100M0 66.700h100" stroke="${INK}" stroke-width=".8" opacity=".6"/>
    <rect x=".8" y=".8" width="98.4" height="98.4" rx="3" fill="none" stroke="${INK}" stroke-width="1.6"/>`;
}

/** Which way round a card is laid: an arrow on it. */
export function turn() {
  return `<rect x="10" y="10" width="80" height="80" rx="8" fill="${PAPER}" stroke="${INK}" stroke-width="2.5"/>
    <path d="M50 20 74 50H60v28H40V50H26z" fill="${INK}"/>`;
}
