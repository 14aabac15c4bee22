/** Symbols, drawn in a square of 100. `ground` is what shows through the gaps. */

/** @typedef {(ink: string, ground: string) => string} Symbol */

/** @param {number} turn @param {string} ink @param {string} ground */
const hammer = (turn, ink, ground) => `
  <g transform="rotate(${turn} 50 52)" fill="${ink}" stroke="${ground}" stroke-width="5" paint-order="stroke">
    <rect x="45" y="24" width="10" height="76" rx="4"/>
    <path d="M29 5h33c7 0 13 5 15 12l-15 1v13H29c-3 0-5-2-5-5V10c0-3 2-5 5-5z"/>
  </g>`;

/** @param {number} x @param {number} y @param {string} ink */
const log = (x, y, ink) => `
  <g fill="none" stroke="${ink}">
    <circle cx="${x}" cy="${y}" r="20" stroke-width="7"/>
    <circle cx="${x}" cy="${y}" r="10.5" stroke-width="3.5"/>
    <circle cx="${x}" cy="${y}" r="3.4" fill="${ink}" stroke="none"/>
  </g>`;

/** @param {number[][]} rows of x and width @param {string} ink */
const bond = (rows, ink) =>
  rows
    .map((row, k) => {
      let bricks = "";
      for (let i = 0; i < row.length; i += 2) {
        bricks += `<rect x="${row[i]}" y="${14 + 25 * k}" width="${row[i + 1]}" height="21" rx="3.5"/>`;
      }
      return `<g fill="${ink}">${bricks}</g>`;
    })
    .join("");

/** @param {number} points @param {number} outer @param {number} inner */
export const star = (points, outer, inner) => {
  const around = Array.from({ length: 2 * points }, (_, k) => {
    const [far, turn] = [k % 2 ? inner : outer, (Math.PI * k) / points];
    return `${(50 + far * Math.sin(turn)).toFixed(1)} ${(50 - far * Math.cos(turn)).toFixed(1)}`;
  });
  return `M${around.join("L")}z`;
};

/** An arrow round most of a circle. @param {string} ink */
const round = ink => `<path d="M50 14a36 36 0 1 0 36 36" fill="none" stroke="${ink}" stroke-width="13"/>
  <path d="M46-6 80 16 46 36z" fill="${ink}"/>`;

/** @type {Record<string, Symbol>} */
export const SYMBOLS = {
  // Upside down it is the pin of a map.
  Drop: ink => `<path fill="${ink}" fill-rule="evenodd"
    d="M50 3C46 14 19 42 19 66a31 31 0 0 0 62 0C81 42 54 14 50 3zm0 51a12 12 0 1 1 0 24 12 12 0 0 1 0-24z"/>`,
  Hammers: (ink, ground) =>
    hammer(-45, ink, ground) + `<g transform="matrix(-1 0 0 1 100 0)">${hammer(-45, ink, ground)}</g>`,
  "Three Circles": ink => log(50, 26, ink) + log(26, 70, ink) + log(74, 70, ink),
  Bricks: ink =>
    bond(
      [
        [7, 41, 52, 41],
        [7, 18, 29, 42, 75, 18],
        [7, 41, 52, 41],
      ],
      ink,
    ),
  Wheel: ink => `<g fill="none" stroke="${ink}">
    <circle cx="50" cy="50" r="41" stroke-width="9"/>
    <path stroke-width="6" d="M50 10v80M10 50h80M21.7 21.7l56.6 56.6M78.3 21.7 21.7 78.3"/>
    <circle cx="50" cy="50" r="11" fill="${ink}"/></g>`,
  // Upside down it is a rocket.
  Arrow: ink => `<path fill="${ink}" fill-rule="evenodd"
    d="M50 2 90 46H66v24c0 13-8 22-16 28-8-6-16-15-16-28V46H10zm0 58a8 8 0 1 0 0 16 8 8 0 0 0 0-16z"/>`,
  // The jaws that bite, the eyes of flame.
  Jabberwocky: (ink, ground) => `
    <g fill="${ink}">
      <path d="M50 22c-7 0-13 3-17 8C28 18 19 8 6 4c5 9 6 15 5 22-3 16 0 33 9 46 7 11 18 20 30 26 12-6 23-15 30-26 9-13 12-30 9-46-1-7 0-13 5-22-13 4-22 14-27 26-4-5-10-8-17-8z"/>
      <g fill="${ground}">
        <path d="M19 38c9-2 18 3 24 14-4 4-10 5-15 2-5-2-8-8-9-16zM81 38c-9-2-18 3-24 14 4 4 10 5 15 2 5-2 8-8 9-16z"/>
        <path d="M26 67c8 5 16 7 24 7s16-2 24-7c-2 5-4 9-7 12l-5-6-5 10-7-8-7 8-5-10-5 6c-3-3-5-7-7-12z"/>
      </g>
      <path d="M31 41c3 3 5 7 4 12-3-2-5-6-4-12zM69 41c-3 3-5 7-4 12 3-2 5-6 4-12z"/>
    </g>`,
  // Six arms with a knob on each, as children throw them.
  Jack: (ink, ground) =>
    `<g fill="${ink}" stroke="${ground}" stroke-width="6" paint-order="stroke">${[0, 60, 120]
      .map(turn => `<path transform="rotate(${turn} 50 50)" d="M45 20a11 11 0 1 1 10 0v60a11 11 0 1 1-10 0z"/>`)
      .join("")}</g>`,
  Clockwise: round,
  Counter: ink => `<g transform="matrix(-1 0 0 1 100 0)">${round(ink)}</g>`,
  Lost: ink => `<g fill="none" stroke="${ink}" stroke-width="13"><circle cx="50" cy="50" r="40"/><path d="M22 78 78 22"/></g>`,
  Star: ink => `<path fill="${ink}" d="${star(5, 46, 19)}"/>`,
};

/**
 * A symbol by its name; undefined if there is none.
 * @param {unknown} name
 * @returns {Symbol | undefined}
 */
export const symbol = name => SYMBOLS[String(name)];
