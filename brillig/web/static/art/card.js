/** Cards: those of the Green Box (a ground), those of Jabberwocky, and plain ones for anybody's game. 100 by 140. */

import { INK, PAPER, colour, darker, inkOf, inkOn, letter, lighter, mix } from "./colours.js";
import { bothEnds, escape, letters } from "./svg.js";
import { star, symbol } from "./symbols.js";

/** @typedef {import("../table/types.js").Look} Look */

const WIDE = 100,
  HIGH = 140;
const GREEN_BOX = "green-box-of-games",
  STORYBOOK = "jabberwocky";

/** @type {Record<string, string>} */
export const GROUNDS = { pink: "#f4d3d0", brown: "#e4cda9", green: "#cfe3c4" };

// Grounds differ by what is drawn on them too: pink is plain, brown is hatched, green is sown.
const hatched = Array.from(
  { length: 14 },
  (_, k) =>
    `M${9 + Math.max(0, 16 * k - 122)} ${9 + Math.min(122, 16 * k)}L${9 + Math.min(82, 16 * k)} ${9 + Math.max(0, 16 * k - 82)}`,
).join("");
const sown = Array.from({ length: 40 }, (_, k) => `M${17 + 16.5 * (k % 5)} ${17 + 15 * Math.floor(k / 5)}v5`).join("");
/** @type {Record<string, string>} */
const PATTERNS = {
  brown: `<path d="${hatched}" stroke="#a97f45" stroke-width="1.2" opacity=".38"/>`,
  green: `<path d="${sown}" stroke="#5d9150" stroke-width="2" stroke-linecap="round" opacity=".42"/>`,
};

/** @param {number} x @param {number} y @param {string} name @param {number} size @param {string} ink @param {string} ground */
const placed = (x, y, name, size, ink, ground) => {
  const draw = symbol(name);
  return draw
    ? `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})">${draw(ink, ground)}</g>`
    : "";
};

/** @param {number} n @param {number} x @param {number} y @param {string} ink */
const pips = (n, x, y, ink) =>
  Array.from(
    { length: n },
    (_, k) => `<circle cx="${x + 7.4 * (k % 3)}" cy="${y + 7.4 * Math.floor(k / 3)}" r="2.7" fill="${ink}"/>`,
  ).join("");

/** @param {Look} look */
function greenBox(look) {
  const [border, ground] = [colour(look.colour), GROUNDS[String(look.ground)] ?? PAPER];
  const edge =
    look.colour === "white" ? "#8d8678" : look.colour === "black" ? lighter(border, 0.4) : darker(border, 0.35);
  const corner = `
    ${letters(21, 26, 25, look.number, `font-weight="800" fill="${INK}"`)}
    ${pips(Number(look.number), 34, 19.5, INK)}
    <rect x="73" y="9" width="18" height="18" rx="4" fill="${border}"/>
    <path d="M73 9h18v18" fill="none" stroke="${border}" stroke-width="3"/>
    ${letters(81, 18.5, 14, letter(look.colour), `font-weight="800" fill="${inkOn(border)}"`)}`;
  return `
    <rect x=".8" y=".8" width="98.4" height="138.4" rx="9" fill="${border}" stroke="${edge}" stroke-width="1.6"/>
    <rect x="9" y="9" width="82" height="122" rx="4.5" fill="${ground}" stroke="${edge}" stroke-opacity=".45"/>
    ${PATTERNS[String(look.ground)] ?? ""}
    <circle cx="50" cy="70" r="39" fill="${ground}"/>
    ${placed(50, 70, String(look.symbol), 64, INK, ground)}
    ${bothEnds(corner, WIDE, HIGH)}`;
}

const FLOURISH = "M16 34c0-10 6-18 18-18-6 3-9 6-9 11m-9 7c6-1 10-4 10-9m-4-5c5 1 9-1 12-4";

/** @param {Look} look */
function storybook(look) {
  const tint = colour(look.colour),
    dark = inkOf(tint),
    page = mix("#f3e6c8", tint, 0.1);
  const corners = [
    [1, 1, 0, 0],
    [-1, 1, 100, 0],
    [1, -1, 0, 140],
    [-1, -1, 100, 140],
  ]
    .map(([a, d, x, y]) => `<path transform="matrix(${a} 0 0 ${d} ${x} ${y})" d="${FLOURISH}"/>`)
    .join("");
  const chip = `<circle cx="16" cy="16" r="9.5" fill="${tint}" stroke="${dark}" stroke-width="1.4"/>
    ${letters(16, 16.5, 12, letter(look.colour), `font-weight="800" fill="${inkOn(tint)}"`)}`;
  const picture = look.symbol
    ? placed(50, 70, String(look.symbol), 70, dark, page)
    : `<path d="${star(12, 41, 35)}" transform="translate(0 20)" fill="${mix(page, tint, 0.35)}" stroke="${dark}" stroke-width="1.2"/>
       <circle cx="50" cy="70" r="29.5" fill="${page}" stroke="${dark}" stroke-width="1.6"/>
       ${letters(50, 71, 47, look.number, `class="serif" font-weight="700" fill="${dark}"`)}`;
  return `
    <rect x=".8" y=".8" width="98.4" height="138.4" rx="9" fill="${page}" stroke="${dark}" stroke-width="1.6"/>
    <rect x="5.5" y="5.5" width="89" height="129" rx="6" fill="none" stroke="${tint}" stroke-width="4"/>
    <rect x="10" y="10" width="80" height="120" rx="4" fill="none" stroke="${dark}" stroke-width="1"/>
    <g fill="none" stroke="${dark}" stroke-width="1.7" stroke-linecap="round">${corners}</g>
    ${picture}${bothEnds(chip, WIDE, HIGH)}`;
}

/** @param {Look} look @param {string} text */
function plain(look, text) {
  const tint = colour(look.colour),
    dark = inkOf(tint),
    shown = look.number ?? text;
  const size = [46, 46, 38, 28, 22][Math.min(4, String(shown).length)];
  const middle = symbol(look.symbol)
    ? placed(50, 72, String(look.symbol), 56, dark, PAPER)
    : letters(50, 71, size, shown, `class="serif" font-weight="700" fill="${dark}"`);
  const long = Math.min(4, String(shown).length);
  const corner = `${letters(15 + 3 * long, 21, [17, 17, 15, 14, 12][long], shown, `font-weight="800" fill="${INK}"`)}
    <circle cx="82" cy="18" r="8.5" fill="${tint}"/>
    ${letters(82, 18.5, 11, letter(look.colour), `font-weight="800" fill="${inkOn(tint)}"`)}`;
  return `
    <rect x=".8" y=".8" width="98.4" height="138.4" rx="9" fill="${PAPER}" stroke="${dark}" stroke-width="1.6"/>
    <rect x="5.5" y="5.5" width="89" height="129" rx="6" fill="none" stroke="${tint}" stroke-width="4"/>
    ${middle}${bothEnds(corner, WIDE, HIGH)}`;
}

/** @param {string} box */
function back(box) {
  const [ground, line, name] =
    box === STORYBOOK
      ? ["#3d2f52", "#cdb98a", "Jabberwocky"]
      : box === GREEN_BOX
        ? ["#2c5a41", "#dccb9b", "Drop"]
        : ["#3b4a63", "#d9d2c0", ""];
  // Both ways across the inner frame, and no further: each line ends where it meets the frame.
  const lattice = Array.from({ length: 8 }, (_, k) => {
    const [low, high] = [24 * k + 24, 24 * k - 54]; // where it would leave at the left and at the right, from the top
    const [x1, y1] = low > 118 ? [low - 118, 118] : [0, low],
      [x2, y2] = high < 0 ? [low, 0] : [78, high];
    return `M${11 + x1} ${11 + y1}L${11 + x2} ${11 + y2}M${89 - x1} ${11 + y1}L${89 - x2} ${11 + y2}`;
  }).join("");
  return `
    <rect x=".8" y=".8" width="98.4" height="138.4" rx="9" fill="${lighter(ground, 0.88)}" stroke="${darker(ground, 0.3)}" stroke-width="1.6"/>
    <rect x="6" y="6" width="88" height="128" rx="6" fill="${ground}"/>
    <path d="${lattice}" stroke="${line}" stroke-width="1" opacity=".32"/>
    <rect x="11" y="11" width="78" height="118" rx="4" fill="none" stroke="${line}" stroke-width="1.6" opacity=".8"/>
    <ellipse cx="50" cy="70" rx="27" ry="31" fill="${ground}" stroke="${line}" stroke-width="1.6"/>
    ${placed(50, 70, name, 38, line, ground)}`;
}

/**
 * @param {Look} look
 * @param {string} text
 * @param {string} box
 */
export function card(look, text, box) {
  if (look.back) return back(box);
  if (look.ground) return greenBox(look);
  return box === STORYBOOK && look.colour ? storybook(look) : plain(look, escape(text) === "##" ? "" : text);
}
