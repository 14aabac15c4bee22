/** Making SVG from words, once for every picture: the second time it is copied. */

/** @type {Map<string, SVGSVGElement>} */
const made = new Map();

/** @param {unknown} text */
export const escape = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

/**
 * A drawing of this size, made by `draw` if there is none under this key yet.
 * @param {string} key
 * @param {number} width
 * @param {number} height
 * @param {() => string} draw
 * @returns {SVGSVGElement}
 */
export function drawing(key, width, height, draw) {
  let svg = made.get(key);
  if (!svg) {
    const mould = document.createElement("template");
    mould.innerHTML = `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">${draw()}</svg>`;
    svg = /** @type {SVGSVGElement} */ (mould.content.firstChild);
    made.set(key, svg);
  }
  return /** @type {SVGSVGElement} */ (svg.cloneNode(true));
}

/**
 * Letters standing in the middle of a point.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string | number} text
 * @param {string} [more] further attributes
 */
export const letters = (x, y, size, text, more = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" dominant-baseline="central" ${more}>${escape(text)}</text>`;

/**
 * The same twice, the second time upside down, as on the corners of a card.
 * @param {string} marks
 * @param {number} width
 * @param {number} height
 */
export const bothEnds = (marks, width, height) =>
  `${marks}<g transform="rotate(180 ${width / 2} ${height / 2})">${marks}</g>`;
