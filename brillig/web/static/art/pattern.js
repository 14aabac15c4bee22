/** Square cards of nine squares, as Trickster has them: eight patterns round an animal. Each pattern has a shape of its own. */

import { INK, PAPER, colour, darker, inkOn, lighter } from "./colours.js";
import { letters } from "./svg.js";

/** @typedef {import("../table/types.js").Look} Look */

const SIDE = 100 / 3;
const STAR = "M15 2l3.500 9 9.500.500-7.400 6 2.600 9.300L15 21.500 6.800 26.800l2.600-9.300L2 11.500l9.500-.500z";

/**
 * What is drawn in a square of 30: the ground, and what is on it. They are told apart by how dark they are, by the shape, and
 * only then by the hue, so that it is quick in a square of six millimetres, in print, and for eyes that see fewer colours.
 * @type {Record<string, Record<string, [string, string]>>}
 */
export const SQUARES = {
  animals: {
    // Stripes, black and white.
    z: ["#f7f3ea", '<path d="M-2 12 12 -2M-2 32 32 -2M18 32 32 18" stroke="#1f1b18" stroke-width="6.4"/>'],
    // Black spots on a light ground.
    l: [
      "#ffc84a",
      '<g fill="#2b1a0c"><circle cx="7" cy="7" r="4.4"/><circle cx="23" cy="7" r="4.4"/><circle cx="15" cy="15" r="4.4"/><circle cx="7" cy="23" r="4.4"/><circle cx="23" cy="23" r="4.4"/></g>',
    ],
    // Large dark patches, with a light net between them.
    g: ["#fbeccb", '<path d="M0 0h13v11L5 15H0zM17 0h13v9l-8 6-5-4zM0 19h6l7 5v6H0zM12 17l8 2 10-6v17H17v-8z" fill="#8b3f12"/>'],
    // Light waves on a green ground.
    s: [
      "#157a55",
      '<path d="M-1 7c4-6 7-6 10.500 0s6.500 6 10.500 0 7-6 10.500 0M-1 17c4-6 7-6 10.500 0s6.500 6 10.500 0 7-6 10.500 0M-1 27c4-6 7-6 10.500 0s6.500 6 10.500 0 7-6 10.500 0" fill="none" stroke="#c9f2dc" stroke-width="3"/>',
    ],
  },
  gems: {
    r: ["#fff1e8", '<path d="M15 2 28 15 15 28 2 15z" fill="#d8431f" stroke="#6b1a00" stroke-width="1.5"/>'],
    t: ["#ffd83a", '<path d="M15 4 27 25H3z" fill="#4a3b00"/>'],
    e: ["#00714f", '<path d="M8.500 8.500h13v13h-13z" fill="#d9fbea"/>'],
    s: ["#eaf4fc", '<circle cx="15" cy="15" r="9" fill="none" stroke="#0063a8" stroke-width="6.5"/>'],
    a: ["#7b2f68", `<path d="${STAR}" fill="#fbe3f4"/>`],
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
