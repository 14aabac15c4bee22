/** A blossom on its leaves, 100 by 100. */

import { INK, PAPER, colour, darker, letter, lighter } from "./colours.js";
import { KINDS } from "./face.js";
import { letters } from "./svg.js";

const PETALS = 6;

KINDS.flower = look => {
  const petal = colour(look.colour),
    edge = darker(petal, 0.5),
    ring = (/** @type {string} */ path, /** @type {number} */ shift) =>
      Array.from({ length: PETALS }, (_, k) => `<path d="${path}" transform="rotate(${(360 / PETALS) * k + shift} 50 48)"/>`).join("");
  return `
    <ellipse cx="52" cy="88" rx="36" ry="8" fill="#000" opacity=".22"/>
    <path d="M50 70C34 70 14 78 8 94c18 2 36-4 42-16 6 12 24 18 42 16-6-16-26-24-42-24z" fill="#3f7d45" stroke="#1f4a27" stroke-width="2"/>
    <g fill="${darker(petal, 0.16)}" stroke="${edge}" stroke-width="2">${ring("M50 48C32 34 34 6 50 4c16 2 18 30 0 44z", 30)}</g>
    <g fill="${lighter(petal, 0.12)}" stroke="${edge}" stroke-width="1.6">${ring("M50 48C36 38 37 15 50 12c13 3 14 26 0 36z", 0)}</g>
    <circle cx="50" cy="48" r="19" fill="${PAPER}" stroke="${edge}" stroke-width="2.4"/>
    ${letters(50, 49, 27, letter(look.colour), `font-weight="800" fill="${INK}"`)}`;
};
