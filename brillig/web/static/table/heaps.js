/** Heaps say how many things lie in them. What one heap lost and another of its kind gained has gone from here to there. */

import { faceKey } from "../art/face.js";

/** @typedef {import("./draw.js").Drawn} Drawn */
/** @typedef {import("./draw.js").Report} Report */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{ giver: Piece, taker: Drawn, n: number }} Transfer */

/** @param {Piece} piece */
const count = piece => Number(piece.face.look?.count ?? 0);

/** What two heaps of the same things have in common. @param {Piece} piece */
const kind = piece => faceKey({ ...piece.face, text: "", look: { ...piece.face.look, count: 0 } });

/**
 * What went from heap to heap. A heap that came or went altogether counts too.
 * @param {Report} report
 * @returns {Transfer[]}
 */
export function transfers(report) {
  /** @type {{ drawn: Drawn, change: number }[]} */
  const changes = [
    ...report.turned.map(({ drawn, before }) => ({ drawn, change: count(drawn.piece) - count(before) })),
    ...report.went.map(drawn => ({ drawn, change: -count(drawn.piece) })),
    ...report.came.map(drawn => ({ drawn, change: count(drawn.piece) })),
  ];
  const givers = changes.filter(({ change }) => change < 0);
  const found = [];
  for (const { drawn: taker, change } of changes.filter(({ change }) => change > 0)) {
    const giver = givers.find(({ drawn, change }) => change < 0 && kind(drawn.piece) === kind(taker.piece));
    if (!giver) continue;
    giver.change += change;
    found.push({ giver: giver.drawn.piece, taker, n: change });
  }
  return found;
}
