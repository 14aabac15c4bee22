/** Pieces that have come along a way: from place to place in small hops, as one movement. */

/** @typedef {import("./draw.js").Stage} Stage */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{ x: number, y: number }} Point */

const HIGH = 0.16; // how high a hop is, for its length
const NEARER = 1.16; // how much larger a piece looks at the top of it

/** @param {DOMRect} rect @returns {Point} */
const middle = rect => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** Do pieces come along ways on this table? @param {Stage} stage */
export const anyWays = stage => [...stage.pieces.values()].some(({ piece }) => piece.path?.length);

/**
 * The middles of the places that a piece has come along; none if it does not come from the first of them.
 * @param {Stage} stage
 * @param {Piece} piece
 * @param {DOMRect} from
 * @returns {Point[]}
 */
export function way(stage, piece, from) {
  const places = (piece.path ?? []).map(id => stage.things.get(id));
  const path = places.flatMap(place => (place ? [middle(place.getBoundingClientRect())] : []));
  const here = middle(from);
  const whole = path.length > 1 && path.length === places.length;
  return whole && Math.hypot(here.x - path[0].x, here.y - path[0].y) < from.width / 2 ? path : [];
}

/**
 * How a copy of a piece moves along a way.
 * @param {Point[]} path
 * @param {DOMRect} to where the piece is, at the end of it
 * @returns {Keyframe[]}
 */
export function hops(path, to) {
  const end = path[path.length - 1];
  const at = (/** @type {number} */ x, /** @type {number} */ y, size = 1) => {
    const [left, up] = [(to.width * (size - 1)) / 2, (to.height * (size - 1)) / 2];
    return `translate(${x - end.x - left}px, ${y - end.y - up}px) scale(${size})`;
  };
  const frames = path.slice(1).flatMap((b, k) => {
    const a = path[k],
      high = HIGH * Math.hypot(b.x - a.x, b.y - a.y);
    return [
      { transform: at(a.x, a.y), easing: "ease-out" },
      { transform: at((a.x + b.x) / 2, (a.y + b.y) / 2 - high, NEARER), easing: "ease-in" },
    ];
  });
  return [...frames, { transform: "none" }];
}
