/** The ground of a map: regions, roads and letters in one drawing under its places. Loaded when a map has any. */

import { letters } from "../art/svg.js";

/** @typedef {import("../table/types.js").Shape} Shape */
/** @typedef {import("../table/types.js").Zone} Zone */

const EDGE = 0.12; // between the rim of a board and its places, as in table.css

/** @type {Record<string, string>} */
const REGIONS = {
  green: "#8fc178",
  teal: "#93d0c8",
  gold: "#f0d184",
  red: "#efb0a6",
  violet: "#c8b8e6",
  wood: "#a8c98a",
  water: "#a3cdea",
  rock: "#c9beb0",
  sand: "#efe1bf",
  dark: "#3c3328",
  deep: "#2a5f84",
};
/** @type {Record<string, string>} */
const ROADS = {
  road: 'stroke="#7d6235" stroke-width=".3"',
  tunnel: 'stroke="#7d6235" stroke-width=".3" stroke-dasharray=".12 .1"',
  way: 'stroke="#d1495b" stroke-width=".16" stroke-dasharray=".05 .25"',
};

/** @param {number[]} p */
export const region = p => `M${p[0]} ${p[1]}L${p.slice(2).join(" ")}Z`;

/** @param {number[]} p */
const road = p => `M${p[0]} ${p[1]}${p.length > 4 ? "Q" : "L"}${p.slice(2).join(" ")}`;

// How large letters are, and what they are written on.
/** @type {Record<string, [number, string, string]>} */
const LETTERS = { name: [0.44, "#33291a", "#fffaf0"], sign: [0.34, "#33291a", "#fffaf0"], wave: [0.55, "#1f5d8c", ""] };

/** @param {string} look @param {string} text @param {number[]} at */
function words(look, text, [x, y]) {
  const [size, ink, paper] = LETTERS[look] ?? LETTERS.name,
    wide = size * (0.7 * [...text].length + 0.4),
    high = size * 1.25;
  const label = `<rect x="${x - wide / 2}" y="${y - high / 2}" width="${wide}" height="${high}" rx="${high / 2}" fill="${paper}" opacity=".88"/>`;
  return (paper && label) + letters(x, y, size, text, `font-weight="700" fill="${ink}"`);
}

/** @param {Shape} shape */
export function drawn({ look, points = [], text = "", at = [0, 0] }) {
  const said = text ? words(look, text, at) : "";
  if (!points.length) return said;
  if (REGIONS[look])
    return `<path d="${region(points)}" fill="${REGIONS[look]}" stroke="#5c5140" stroke-width=".06" stroke-linejoin="round"/>${said}`;
  const line = `<path d="${road(points)}" fill="none" stroke-linecap="round" ${ROADS[look] ?? ROADS.road}/>`;
  const light =
    look === "way"
      ? ""
      : `<path d="${road(points)}" fill="none" stroke-linecap="round" stroke="#fff8e2" stroke-width=".2" ${look === "tunnel" ? 'stroke-dasharray=".12 .1"' : ""}/>`;
  return line + light + said;
}

/** @param {HTMLElement} grid @param {Zone} zone */
export function drawShapes(grid, zone) {
  const shapes = zone.shapes ?? [],
    key = JSON.stringify(shapes);
  let ground = /** @type {HTMLElement | null} */ (grid.querySelector(":scope > .ground"));
  if (ground?.dataset.key === key) return;
  ground?.remove();
  ground = document.createElement("div");
  ground.className = "ground";
  ground.dataset.key = key;
  ground.setAttribute("aria-hidden", "true");
  ground.setAttribute("data-row", "ground");
  ground.style.cssText = "position:absolute;inset:0;pointer-events:none;border-radius:inherit;background:#bfe0ee";
  const span = (/** @type {string} */ name) => Number(grid.style.getPropertyValue(name)) + 2 * EDGE;
  ground.innerHTML = `<svg viewBox="${-EDGE} ${-EDGE} ${span("--span-x")} ${span("--span-y")}" width="100%" height="100%" focusable="false">${shapes.map(drawn).join("")}</svg>`;
  grid.prepend(ground);
}
