/** A tower of cubes, each where it landed, with a plumb line and a gauge of its lean. 100 by 320. */

import { INK, PAPER, colour, darker, inkOn, lighter } from "./colours.js";
import { KINDS } from "./face.js";
import { letters } from "./svg.js";

/** @typedef {import("../table/types.js").Look} Look */
/** @typedef {{ name: string, x: number, y: number }} Cube */

const GROUND = 262; // where the lowest cube stands
const ROOM = 200; // for cubes, above it; what a cube there would bring is written over them
const LARGEST = 46; // side of a cube
const [ASIDE, UP] = [0.34, 0.26]; // what is further away is drawn further right, and higher
/** @type {Record<string, string>} */
const NAMES = { R: "red", G: "green", B: "blue", Y: "yellow" };

/** @param {Look} look @returns {Cube[]} */
const cubesOf = look =>
  String(look.cubes ?? "")
    .split(" ")
    .filter(Boolean)
    .map(word => {
      const [x, y] = word.slice(1).split(",").map(Number);
      return { name: word[0], x, y };
    });

/** A cube seen from the front and a little from above, its lower front edge in the middle of (0, 0). @param {string} name @param {number} side */
function block(name, side) {
  const tint = colour(NAMES[name]),
    [dx, dy] = [side * ASIDE, side * UP],
    edge = darker(tint, 0.55);
  const half = side / 2;
  return `<g stroke="${edge}" stroke-width="1.1" stroke-linejoin="round">
    <rect x="${-half}" y="${-side}" width="${side}" height="${side}" fill="${tint}"/>
    <path d="M${-half} ${-side}l${dx} ${-dy}h${side}l${-dx} ${dy}z" fill="${lighter(tint, 0.3)}"/>
    <path d="M${half} ${-side}l${dx} ${-dy}v${side}l${-dx} ${dy}z" fill="${darker(tint, 0.3)}"/></g>
    ${letters(0, -half, side * 0.55, name, `font-weight="800" fill="${inkOn(tint)}"`)}`;
}

/** How near it is to falling, seen from above: the dot leaves the square when it falls. @param {string} lean */
function gauge(lean) {
  const [x, y] = lean.split(",").map(Number),
    worst = Math.max(Math.abs(x), Math.abs(y)),
    tint = worst < 50 ? colour("green") : worst < 80 ? colour("orange") : colour("red");
  return `<rect x="35" y="280" width="30" height="30" rx="3" fill="${PAPER}" stroke="${INK}" stroke-width="1.6"/>
    <path d="M50 281v28M36 295h28" stroke="${INK}" stroke-width=".8" opacity=".4"/>
    <circle cx="${50 + 0.15 * x}" cy="${295 - 0.15 * y}" r="${worst < 50 ? 4 : worst < 80 ? 5 : 6}" fill="${tint}" stroke="${INK}" stroke-width="1.4"/>`;
}

/** @param {Look} look */
function tower(look) {
  const cubes = cubesOf(look),
    n = cubes.length,
    fallen = look.joint != null,
    joint = Number(look.joint ?? -1);
  const spread = Math.max(60, ...cubes.map(({ x, y }) => Math.abs(x + ASIDE * y) + 50 + 100 * ASIDE));
  const side = Math.min(LARGEST, ROOM / (n + 0.4), 4800 / spread);
  const at = (/** @type {Cube} */ { x, y }, /** @type {number} */ k) => [
    46 + ((x + ASIDE * y) * side) / 100,
    GROUND - k * side - (UP * y * side) / 100,
  ];
  // Those that slid off lie about, right and left of where they stood.
  const lying = Math.min(side, 26);
  const heaps = cubes.map((cube, k) => {
    const [x, y] = at(cube, k);
    if (!fallen || k <= joint) return `<g class="block" data-at="${k}" transform="translate(${x} ${y})">${block(cube.name, side)}</g>`;
    const turn = k - joint,
      way = turn % 2 ? 1 : -1,
      [dx, dy] = [46 + way * (14 + ((turn * 17) % 34)), GROUND + 4 - 9 * Math.floor(turn / 4)],
      rot = way * ((turn * 37) % 80);
    return `<g class="block" data-at="${k}" data-from="${x - dx},${y - dy},${-rot}" transform="translate(${dx} ${dy})"><g transform="rotate(${rot} 0 ${-lying / 2})">${block(cube.name, lying)}</g></g>`;
  });
  const top = GROUND - n * side - 12,
    broken = fallen && joint < n ? at(cubes[joint], joint) : null;
  return `
    <ellipse cx="52" cy="${GROUND + 1}" rx="46" ry="9" fill="#000" opacity=".25"/>
    <g class="stack">${heaps.join("")}</g>
    ${fallen || n < 2 ? "" : `<path d="M46 ${Math.max(2, top)}V${GROUND + 6}" stroke="#fff" stroke-width="2.6" opacity=".75"/>
    <path d="M46 ${Math.max(2, top)}V${GROUND + 6}" stroke="${INK}" stroke-width="1.3" stroke-dasharray="5 3"/>
    <path d="M42 ${GROUND + 6}h8l-4 8z" fill="${INK}" stroke="#fff" stroke-width=".8"/>`}
    ${broken ? `<path class="crack" d="M${broken[0] - side * 0.7} ${broken[1] - side}l${side * 0.3} -5 ${side * 0.3} 9 ${side * 0.3} -9 ${side * 0.3} 9 ${side * 0.3} -4" fill="none" stroke="#fff" stroke-width="6"/>
    <path class="crack" d="M${broken[0] - side * 0.7} ${broken[1] - side}l${side * 0.3} -5 ${side * 0.3} 9 ${side * 0.3} -9 ${side * 0.3} 9 ${side * 0.3} -4" fill="none" stroke="#c1121f" stroke-width="3"/>` : ""}
    <circle cx="17" cy="295" r="13" fill="${INK}" stroke="#fff" stroke-width="1.4"/>
    ${letters(17, 295.5, 17, String(look.name ?? ""), `font-weight="800" fill="#fff"`)}
    ${fallen ? letters(58, 295.5, 17, "fallen", `class="on-table" font-weight="700"`) : gauge(String(look.lean ?? "0,0"))}
    ${fallen ? "" : letters(81, 296, n > 9 ? 15 : 18, `×${n}`, `class="on-table" font-weight="800"`)}`;
}

KINDS.tower = tower;
