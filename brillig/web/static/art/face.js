/** What a piece shows, as a drawing. The kinds are those of the boxes, and a few plain ones for anybody's game. */

import { card } from "./card.js";
import { block, bubble, checker, crate, cube, die, disc, floor, gem, jack, label, pawn, ship, square, tile, token } from "./pieces.js";
import { drawing } from "./svg.js";
import { symbol } from "./symbols.js";

/** @typedef {import("../table/types.js").Face} Face */

const words = () => ""; // those of a place, which it shows itself
/** @type {Record<string, (look: import("../table/types.js").Look, text: string, box: string) => string>} */
export const KINDS = {
  block, bubble, card, checker, crate, cube, die, disc, gem, jack, label, pawn, ship, square, tile, token, words,
};
/** @type {Record<string, () => Promise<unknown>>} kinds that few games have: fetched when the first of them is to be drawn */
const RARE = {
  flower: () => import("./flower.js"),
  land: () => import("./land.js"),
  pattern: () => import("./pattern.js"),
  tower: () => import("./tower.js"),
  turn: () => import("./pattern.js"),
};

/** Kinds that fill the place they lie in; the others stand on it. */
export const FLAT = new Set(["card", "pattern", "square", "tile", "tower"]);
/** @type {Record<string, number>} how high a drawing is, if it is not as high as wide, which is 100 */
const HIGH = { card: 140, tower: 320 };

/**
 * What makes two faces look alike.
 * @param {Face} face
 */
export const faceKey = face =>
  `${face.kind}|${face.text}|${Object.entries(face.look ?? {})
    .sort()
    .join(";")}`;

/**
 * @param {Face} face
 * @param {string} box the box it comes from: "jabberwocky"
 */
export function draw(face, box) {
  const high = Number(face.look?.high ?? HIGH[face.kind] ?? 100),
    make = KINDS[face.kind];
  if (!make && RARE[face.kind]) {
    const svg = drawing(`later ${high}`, 100, high, () => "");
    RARE[face.kind]().then(() => svg.replaceChildren(...draw(face, box).childNodes), () => {}); // fetched again with the next one
    return svg;
  }
  // A page that was loaded before its server was renewed draws something.
  return drawing(`${box}|${faceKey(face)}`, 100, high, () => (make ?? token)(face.look ?? {}, face.text, box));
}

/**
 * The ground of a place: a tile lying there, a quarter of one ("tile-nw"), or either in somebody's colour ("tile-nw-red").
 * @param {string} look
 */
export function ground(look) {
  const [kind, part = "", tint] = look.split("-");
  return kind === "tile" ? drawing(look, 100, 100, () => floor(part, tint)) : null;
}

/**
 * A symbol alone, in the colour of the letters around it; null if there is none of that name.
 * @param {string} name
 */
export function emblem(name) {
  const make = symbol(name);
  return make ? drawing(`emblem ${name}`, 100, 100, () => make("currentColor", "transparent")) : null;
}
