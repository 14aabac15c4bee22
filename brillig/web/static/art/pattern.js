/** Square cards of nine squares, as Trickster has them: eight patterns round an animal. Each pattern has a shape of its own. */

import { INK, PAPER, colour, darker, inkOn, lighter } from "./colours.js";
import { KINDS } from "./face.js";
import { letters } from "./svg.js";

/** @typedef {import("../table/types.js").Look} Look */

const SIDE = 100 / 3;
const UNIT = SIDE / 30; // squares are drawn in thirty units

/** A circle of cubic lines, so that everything in a square is made of points. @param {number} x @param {number} y @param {number} r */
const dot = (x, y, r) => {
  const k = 0.5523 * r,
    near = [x - r, y, x - r, y - k, x - k, y - r, x, y - r, x + k, y - r, x + r, y - k, x + r, y, x + r, y + k, x + k, y + r, x, y + r, x - k, y + r, x - r, y + k, x - r, y];
  return near.reduce((path, n, k) => `${path}${k === 2 ? "C" : k ? (k % 2 ? " " : ",") : ""}${n}`, "M") + "Z";
};
/** A light line that waves from side to side; its slanting ends stay in the square. @param {number} y */
const wave = y => `M1.2 ${y - 1.4}C4.4 ${y - 4.8},7 ${y - 5},10 ${y}C13 ${y + 5},17 ${y + 5},20 ${y}C23 ${y - 5},25.6 ${y - 4.8},28.8 ${y - 1.4}`;
const STAR = Array.from({ length: 10 }, (_, k) => {
  const [r, angle] = [k % 2 ? 5.4 : 13.4, (Math.PI * k) / 5];
  return `${k ? "L" : "M"}${(15 + r * Math.sin(angle)).toFixed(2)} ${(15.8 - r * Math.cos(angle)).toFixed(2)}`;
}).join("");
const fill = (/** @type {string} */ paint) => `fill="${paint}"`;
const stroke = (/** @type {string} */ paint, /** @type {number} */ wide) => `fill="none" stroke="${paint}" stroke-width="${wide * UNIT}"`;

/**
 * What is drawn in a square: the ground, the paint, and the lines of what is on it. They are told apart by how dark they are,
 * by the shape, and only then by the hue, so that it is quick in a square of six millimetres, in print, and for eyes that see
 * fewer colours. Lines have plain coordinates ("x y") and stay in their square: those of a card are drawn as one.
 * @type {Record<string, Record<string, [string, string, string]>>}
 */
export const SQUARES = {
  animals: {
    // Stripes, black and white.
    z: ["#f7f3ea", fill("#1f1b18"), "M5 0L14 0L0 14L0 5ZM26 0L30 0L30 5L5 30L0 30L0 26ZM30 16L30 25L25 30L16 30Z"],
    // Black spots on a light ground.
    l: ["#ffc84a", fill("#2b1a0c"), dot(7, 7, 4.4) + dot(23, 7, 4.4) + dot(15, 15, 4.4) + dot(7, 23, 4.4) + dot(23, 23, 4.4)],
    // Large dark patches, with a light net between them.
    g: [
      "#fbeccb",
      fill("#8b3f12"),
      "M0 0L13 0L13 11L5 15L0 15ZM17 0L30 0L30 9L22 15L17 11ZM0 19L6 19L13 24L13 30L0 30ZM12 17L20 19L30 13L30 30L17 30L17 22Z",
    ],
    // Light waves on a green ground.
    s: ["#157a55", stroke("#c9f2dc", 3), wave(5.5) + wave(15) + wave(24.5)],
  },
  gems: {
    r: ["#fff1e8", `${fill("#d8431f")} stroke="#6b1a00" stroke-width="1.6"`, "M15 2L28 15L15 28L2 15Z"],
    t: ["#ffd83a", fill("#4a3b00"), "M15 4L27 25L3 25Z"],
    e: ["#00714f", fill("#d9fbea"), "M8.5 8.5L21.5 8.5L21.5 21.5L8.5 21.5Z"],
    s: ["#eaf4fc", stroke("#0063a8", 6.5), dot(15, 15, 9)],
    a: ["#7b2f68", fill("#fbe3f4"), `${STAR}Z`],
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

/** Lines of a square, where it lies on its card. @param {string} path @param {number} x @param {number} y */
const moved = (path, x, y) =>
  path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a, b) => `${(x + a * UNIT).toFixed(2)} ${(y + b * UNIT).toFixed(2)}`);

/** @param {Look} look @param {string} text */
function pattern(look, text) {
  const deck = colour(DECKS[String(look.deck)]),
    dark = darker(deck, 0.45);
  if (look.back) {
    return `<rect x="1" y="1" width="98" height="98" rx="8" fill="${deck}" stroke="${dark}" stroke-width="2"/>
      <rect x="8" y="8" width="84" height="84" rx="5" fill="none" stroke="${lighter(deck, 0.5)}" stroke-width="2"/>
      ${letters(50, 48, 46, text, `class="serif" font-weight="700" fill="${inkOn(deck)}"`)}
      ${letters(50, 82, 11, String(look.deck), `font-weight="700" fill="${inkOn(deck)}"`)}`;
  }
  const centre = `<rect x="${SIDE}" y="${SIDE}" width="${SIDE}" height="${SIDE}" fill="${PAPER}"/><circle cx="50" cy="50" r="13.5" fill="${deck}" stroke="${dark}" stroke-width="1.5"/>
    ${letters(50, 50.5, text.length > 1 ? 12 : 17, text || String(look.squares)[4], `font-weight="800" fill="${inkOn(deck)}"`)}`;
  // One ground and one drawing for all squares of a pattern: fifty cards on a board are to be drawn quickly.
  const squares = Object.entries(SQUARES[String(look.side)] ?? {}).map(([letter, [ground, paint, path]]) => {
    const at = [...String(look.squares)].flatMap((each, k) => (each === letter && k !== 4 ? [[SIDE * (k % 3), SIDE * Math.floor(k / 3)]] : []));
    const grounds = at.map(([x, y]) => `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z`).join("");
    return at.length ? `<path d="${grounds}" fill="${ground}"/><path d="${at.map(([x, y]) => moved(path, x, y)).join("")}" ${paint}/>` : "";
  });
  return `${squares.join("")}${centre}<path d="M33.3 0v100M66.7 0v100M0 33.300h100M0 66.700h100" stroke="${INK}" stroke-width=".8" stroke-opacity=".6"/>
    <rect x=".8" y=".8" width="98.4" height="98.4" rx="3" fill="none" stroke="${INK}" stroke-width="1.6"/>`;
}

/** Which way round a card is laid: an arrow on it. */
function turn() {
  return `<rect x="10" y="10" width="80" height="80" rx="8" fill="${PAPER}" stroke="${INK}" stroke-width="2.5"/>
    <path d="M50 20 74 50H60v28H40V50H26z" fill="${INK}"/>`;
}

Object.assign(KINDS, { pattern, turn });
