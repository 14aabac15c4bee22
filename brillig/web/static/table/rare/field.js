/** Open fields: pieces anywhere on a lattice, and what is drawn over them while somebody aims. */

import { arrange, make, setAttribute, setStyle } from "../dom.js";

/** @typedef {import("../types.js").Zone} Zone */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Aim} Aim */
/** @typedef {{ x: number, y: number }} Point */

const COLUMN = 24; // units that are as wide as a column of other boards
const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Element, Zone>} */
const zones = new WeakMap();

export const newField = () => {
  const over = document.createElementNS(SVG, "svg");
  over.setAttribute("class", "over");
  over.setAttribute("aria-hidden", "true");
  return make("div", "frame", {}, make("div", "cells", { role: "group", "data-field": "" }, over));
};

/**
 * Put the pieces where they are; which part of the field is seen.
 * @param {HTMLElement} cells
 * @param {Zone} zone
 * @param {HTMLElement[]} drawn
 * @param {(child: Element) => boolean} stays
 */
export function layField(cells, zone, drawn, stays) {
  const known = zones.get(cells);
  zones.set(cells, zone);
  setAttribute(cells, "aria-label", zone.title || "Field");
  if (!known || String(known.part) !== String(zone.part)) frameField(cells, false);
  if (known && zone.flash && String(known.flash) !== String(zone.flash)) flash(cells, zone.flash);
  (zone.pieces ?? []).forEach(({ at, side }, k) => {
    setStyle(drawn[k], "--x", at?.[0] ?? 0);
    setStyle(drawn[k], "--y", at?.[1] ?? 0);
    setStyle(drawn[k], "--side", side || 1);
  });
  arrange(cells, [/** @type {Element} */ (cells.querySelector(":scope > .over")), ...drawn], stays);
}

/** Something has burst. @param {HTMLElement} cells @param {number[]} where */
function flash(cells, [x, y, far]) {
  const burst = make("i", "burst");
  for (const [name, value] of Object.entries({ "--x": x, "--y": y, "--side": 2 * far })) setStyle(burst, name, value);
  setTimeout(() => cells.append(burst)); // when the pieces are in order
  setTimeout(() => burst.remove(), 900);
}

/** Show the part that matters, or all of it. @param {HTMLElement} cells @param {boolean} whole @returns {boolean} is it another view? */
export function frameField(cells, whole) {
  const zone = zones.get(cells),
    [w, h] = zone?.size ?? [1, 1],
    [left, top, right, bottom] = (!whole && zone?.part) || [0, 0, w, h],
    view = `${left} ${top} ${right - left} ${bottom - top}`;
  const changed = cells.dataset.view !== view;
  cells.dataset.view = view;
  setStyle(cells, "--x0", left);
  setStyle(cells, "--y0", top);
  setStyle(cells, "--span-x", ((right - left) / COLUMN).toFixed(3));
  setStyle(cells, "--span-y", ((bottom - top) / COLUMN).toFixed(3));
  const over = /** @type {Element} */ (cells.querySelector(":scope > .over"));
  setAttribute(over, "viewBox", view);
  if (changed) drawOver(cells, "");
  return changed;
}

/** The units of a field that lie under a point of the window. @param {HTMLElement} cells @param {number} x @param {number} y @returns {Point} */
export function pointUnder(cells, x, y) {
  const [left, top, wide] = (cells.dataset.view ?? "0 0 1 1").split(" ").map(Number),
    box = cells.getBoundingClientRect(),
    zone = zones.get(cells),
    unit = box.width / wide;
  const within = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(0, Math.min(most, Math.round(v)));
  return {
    x: within(left + (x - box.x) / unit, zone?.size?.[0] ?? 0),
    y: within(top + (y - box.y) / unit, zone?.size?.[1] ?? 0),
  };
}

/** Where a point of a field is in the window, and how many pixels a unit has. @param {HTMLElement} cells @param {Point} point */
export function placeOf(cells, { x, y }) {
  const [left, top, wide] = (cells.dataset.view ?? "0 0 1 1").split(" ").map(Number),
    box = cells.getBoundingClientRect(),
    unit = box.width / wide;
  return { x: box.x + (x - left) * unit, y: box.y + (y - top) * unit, unit };
}

/** The pieces of a field that stand in a square around a point. @param {HTMLElement} cells @param {Point} at @param {number} far @returns {Piece[]} */
export const piecesIn = (cells, at, far) =>
  (zones.get(cells)?.pieces ?? []).filter(
    piece => piece.at && Math.abs(piece.at[0] - at.x) <= far && Math.abs(piece.at[1] - at.y) <= far,
  );

/** What is drawn over the field beside a scale. @param {HTMLElement} cells @param {string} drawing in units */
export function drawOver(cells, drawing) {
  const zone = zones.get(cells),
    over = /** @type {Element} */ (cells.querySelector(":scope > .over"));
  const [left, top, wide, high] = (cells.dataset.view ?? "0 0 1 1").split(" ").map(Number),
    [w, h] = zone?.size ?? [0, 0],
    m = zone?.measure ?? 0,
    [a, b] = [left + 3, top + high - 3];
  const scale = m ? `<path class="scale" d="M${a} ${b - 2}v2h${m}v-2"/>` : "";
  const edge = `<rect class="edge" x="0" y="0" width="${w}" height="${h}"/>`;
  const all = wide > 0 ? edge + scale + drawing : "";
  if (over.innerHTML !== all) over.innerHTML = all;
}

/** The area that may be pointed at, as a path. @param {Aim} aim */
export const area = aim =>
  aim.columns
    .flatMap((runs, k) => runs.flatMap((low, n) => (n % 2 ? [] : [`M${aim.left + k - 0.5} ${low - 0.5}h1V${runs[n + 1] + 0.5}h-1z`])))
    .join("");

/** May this be pointed at? @param {Aim} aim @param {Point} point */
export function allows(aim, { x, y }) {
  const runs = aim.columns[x - aim.left] ?? [];
  return runs.some((low, n) => n % 2 === 0 && low <= y && y <= runs[n + 1]);
}

/** The point that may be pointed at and lies nearest. @param {Aim} aim @param {Point} to @returns {Point} */
export function nearestAllowed(aim, to) {
  let best = to,
    least = Infinity;
  aim.columns.forEach((runs, k) => {
    for (let n = 0; n < runs.length; n += 2) {
      const x = aim.left + k,
        y = Math.max(runs[n], Math.min(runs[n + 1], to.y)),
        far = (x - to.x) ** 2 + (y - to.y) ** 2;
      if (far < least) [best, least] = [{ x, y }, far];
    }
  });
  return best;
}
