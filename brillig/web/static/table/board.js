/** Where the places of a board lie: rows and columns of any size, hexagons, places on places, and letters in the margins. */

import { make, setAttribute, setStyle } from "./dom.js";

/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Zone} Zone */

const MARGIN = 0.42; // for letters, in columns
const SHORE = 0.25; // around the ground of a map
const ABOVE_ALL = 1000;

/**
 * Lay out a board; how to put a place on it.
 * @param {HTMLElement} grid
 * @param {Zone} zone
 * @returns {(element: HTMLElement, spot: Spot) => void}
 */
export function layOut(grid, zone) {
  const hex = zone.kind === "hex";
  const heights = sizes(zone.heights, zone.rows ?? 1);
  const widths = sizes(zone.widths, zone.cols ?? 1);
  const left = zone.row_names ? [MARGIN] : [];
  const top = zone.col_names ? [MARGIN] : [];
  // A hexagon takes two half columns, and every other row begins half a column further right.
  const columns = [...left, ...(hex ? [...widths.flatMap(w => [w / 2, w / 2]), 0.5] : widths)];
  const rows = [...top, ...heights];
  const free = (zone.spots ?? []).filter(spot => spot.at);
  if (free.length) {
    // No grid at all: as large as what lies furthest to the right and furthest down, the ground included.
    const end = (/** @type {Spot} */ { at, wide = 1, high = 1 }) => [(at?.[0] ?? 0) + wide, (at?.[1] ?? 0) + high];
    const shore = (zone.shapes ?? []).flatMap(({ points = [] }) => points).map(x => x + SHORE);
    columns.splice(0, Infinity, Math.max(...free.map(spot => end(spot)[0]), ...shore.filter((_, k) => k % 2 === 0)));
    rows.splice(0, Infinity, Math.max(...free.map(spot => end(spot)[1]), ...shore.filter((_, k) => k % 2)));
  }
  setAttribute(grid, "data-free", free.length > 0);
  setAttribute(grid, "aria-label", zone.title || "Board");
  setAttribute(grid, "data-turns", Boolean(zone.turns));
  setAttribute(grid, "data-stretch", zone.stretch || null);
  setStyle(grid, "--span-x", sum(columns));
  setStyle(grid, "--span-y", sum(rows));
  setStyle(grid, "--across", tracks("--ux", columns));
  setStyle(grid, "--along", tracks("--u", rows));
  const depth = depths(zone.spots ?? []);
  setAttribute(grid, "data-layers", depth != null);
  return (element, spot) => {
    const { row, col, high = 1, wide = 1, at } = spot;
    if (at) {
      setStyle(element, "--x", at[0]);
      setStyle(element, "--y", at[1]);
      setStyle(element, "--h", high);
      setStyle(element, "--w", wide);
      setStyle(element, "z-index", spot.look === "ghost" ? 1 : 0); // where something may come, above what is near
      return;
    }
    const column = hex ? 2 * col + (row % 2) : col;
    setStyle(element, "--r", `${1 + top.length + row} / span ${high}`);
    setStyle(element, "--c", `${1 + left.length + column} / span ${hex ? 2 * wide : wide}`);
    setStyle(element, "--h", sum(heights.slice(row, row + high)));
    setStyle(element, "--w", sum(widths.slice(col, col + wide)));
    if (depth) setStyle(element, "z-index", depth.get(spot) ?? 0);
    setAttribute(element, "data-even", (row + col) % 2 === 0);
  };
}

/**
 * Where places lie on each other, the later ones are on top; the small ones, which are for touching, above all.
 * @param {Spot[]} spots
 */
function depths(spots) {
  const large = (/** @type {Spot} */ spot) => (spot.high ?? 1) * (spot.wide ?? 1) > 1;
  if (!spots.some(large) || spots.some(spot => spot.at)) return null;
  return new Map(spots.map((spot, k) => [spot, large(spot) ? k : ABOVE_ALL]));
}

/**
 * The names in the margins.
 * @param {Element} holder
 * @param {Zone} zone
 */
export function nameMargins(holder, zone) {
  const [rows, columns] = [zone.row_names ?? [], zone.col_names ?? []];
  if (holder.getAttribute("data-names") === `${rows}|${columns}`) return;
  setAttribute(holder, "data-names", `${rows}|${columns}`);
  const [down, right] = [columns.length ? 2 : 1, rows.length ? 2 : 1];
  holder.replaceChildren(
    ...rows.map((name, k) => marginName(name, k + down, 1)),
    ...columns.map((name, k) => marginName(name, 1, k + right)),
  );
}

/** @param {string} name @param {number} row @param {number} col */
function marginName(name, row, col) {
  const element = make("span", "margin-name", {}, name);
  setStyle(element, "--r", row);
  setStyle(element, "--c", col);
  return element;
}

/** @param {number[] | undefined} given @param {number} n */
const sizes = (given, n) => Array.from({ length: n }, (_, k) => given?.[k] ?? 1);

/** @param {number[]} numbers */
const sum = numbers => Math.round(1000 * numbers.reduce((a, b) => a + b, 0)) / 1000;

/** @param {string} unit @param {number[]} numbers */
const tracks = (unit, numbers) => numbers.map(n => `calc(var(${unit}) * ${n})`).join(" ");
