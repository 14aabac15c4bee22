/** Things of wood, glass and card, drawn in a square of 100. */

import { INK, PAPER, colour, darker, inkOn, letter, lighter, mix } from "./colours.js";
import { letters } from "./svg.js";
import { star, symbol } from "./symbols.js";

/** @typedef {import("../table/types.js").Look} Look */

/** What is written on a piece: the letter of its colour, or its own letters. @param {Look} look @param {string} text */
const mark = (look, text) => letter(look.colour) || text;

/** @param {Look} look @param {string} text */
export function cube(look, text) {
  const top = colour(look.colour),
    edge = darker(top, 0.55);
  return `
    <ellipse cx="52" cy="84" rx="44" ry="13" fill="#000" opacity=".22"/>
    <g stroke="${edge}" stroke-width="1.6" stroke-linejoin="round">
      <path d="M50 5 93 31 50 57 7 31z" fill="${lighter(top, 0.16)}"/>
      <path d="M7 31 50 57V95L7 69z" fill="${darker(top, 0.13)}"/>
      <path d="M93 31 50 57V95L93 69z" fill="${darker(top, 0.34)}"/>
    </g>
    <path d="M50 8 88 31 50 54 12 31z" fill="none" stroke="#fff" stroke-width="1.4" opacity=".35"/>
    <path d="M13 41l31 19M13 52l31 19M13 62l31 19" stroke="${edge}" stroke-width="1" opacity=".22"/>
    ${letters(50, 31.5, 37, mark(look, text), `font-weight="800" fill="${inkOn(lighter(top, 0.16))}"`)}`;
}

/** A cube from above, for open fields: it fills what it covers. @param {Look} look @param {string} text */
export function block(look, text) {
  const top = colour(look.colour),
    edge = darker(top, 0.55),
    shown = text || letter(look.colour);
  return `
    <rect x="3" y="3" width="94" height="94" rx="12" fill="${top}" stroke="${edge}" stroke-width="6"/>
    <path d="M12 88V22a10 10 0 0 1 10-10H88" fill="none" stroke="#fff" stroke-width="5" opacity=".4"/>
    ${letters(50, 53, [64, 70, 54, 44, 34][Math.min(4, shown.length)], shown, `font-weight="800" fill="${inkOn(top)}"`)}`;
}

/** A wooden crate from the front: small, it reads better than a cube. @param {Look} look @param {string} text */
export function crate(look, text) {
  const wood = colour(look.colour),
    edge = darker(wood, 0.55);
  return `
    <rect x="3" y="3" width="94" height="94" rx="12" fill="#fff"/>
    <rect x="11" y="11" width="78" height="78" rx="7" fill="${wood}" stroke="${edge}" stroke-width="5"/>
    <path d="M13 29h74M13 71h74" stroke="${edge}" stroke-width="4" opacity=".45"/>
    ${letters(50, 52, 54, mark(look, text), `font-weight="800" fill="${inkOn(wood)}"`)}`;
}

/** @type {number[][][]} */
const PIPS = [
  [],
  [[50, 50]],
  [
    [28, 28],
    [72, 72],
  ],
  [
    [28, 28],
    [50, 50],
    [72, 72],
  ],
  [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  [
    [28, 28],
    [72, 28],
    [50, 50],
    [28, 72],
    [72, 72],
  ],
  [
    [28, 26],
    [72, 26],
    [28, 50],
    [72, 50],
    [28, 74],
    [72, 74],
  ],
];

/** @param {Look} look @param {string} text */
export function die(look, text) {
  const side = colour(look.colour ?? "white"),
    ink = inkOn(side),
    pips = PIPS[Number(look.number)] ?? [];
  return `
    <rect x="5" y="9" width="92" height="90" rx="20" fill="#000" opacity=".25"/>
    <rect x="4" y="4" width="92" height="92" rx="20" fill="${darker(side, 0.22)}"/>
    <rect x="4" y="4" width="92" height="86" rx="19" fill="${side}" stroke="${darker(side, 0.4)}" stroke-width="1.5"/>
    <rect x="9" y="8" width="82" height="34" rx="15" fill="#fff" opacity=".${look.colour === "black" ? "08" : "5"}"/>
    ${pips.map(([x, y]) => `<circle cx="${x}" cy="${y - 3}" r="9" fill="${ink}"/>`).join("") || letters(50, 48, 40, text, `font-weight="800" fill="${ink}"`)}`;
}

/** The number of its place, in the corner. @param {Look} look @param {string} ink */
const numbered = (look, ink) =>
  look.number ? letters(17, 16, 22, look.number, `font-weight="800" fill="${ink}"`) : "";

/** @param {Look} look @param {string} text */
export function tile(look, text) {
  const ground = look.back ? "#a8784a" : "#86ad6d",
    dark = look.back ? "#7d5530" : "#4c7340",
    ink = look.back ? "#7d5530" : "#22381e";
  const draw = symbol(look.symbol);
  const marks =
    "M0 15A15 15 0 0 0 15 0H0zM100 15A15 15 0 0 1 85 0h15zM0 85a15 15 0 0 1 15 15H0zM100 85a15 15 0 0 0-15 15h15z" +
    "M39 0a11 11 0 0 0 22 0zM39 100a11 11 0 0 1 22 0zM0 39a11 11 0 0 1 0 22zM100 39a11 11 0 0 0 0 22z";
  const value = Number(look.value ?? 0);
  const pips = Array.from(
    { length: value },
    (_, k) => `<circle cx="${50 + 8 * (k - (value - 1) / 2)}" cy="83" r="2.9" fill="${ink}"/>`,
  ).join("");
  return `<g${look.askew ? ' transform="rotate(45 50 50) translate(15 15) scale(.7)"' : ""}>
    <rect x="1" y="1" width="98" height="98" rx="5" fill="${ground}"/>
    <path d="${marks}" fill="${dark}" opacity=".42"/>
    <rect x="1" y="1" width="98" height="98" rx="5" fill="none" stroke="${dark}" stroke-width="2"/>
    <path d="M4 96V4h92" fill="none" stroke="#fff" stroke-width="1.6" opacity=".35"/>
    ${
      look.back
        ? `<path d="${star(5, 26, 11)}" fill="${dark}" opacity=".5"/>`
        : draw
          ? `<g transform="${look.number ? "translate(34 18) scale(.5)" : "translate(23 17) scale(.54)"}">${draw(ink, ground)}</g>${pips}${numbered(look, ink)}`
          : letters(50, 50, 40, text, `font-weight="800" fill="${ink}"`)
    }${look.at ? letters(18, 14, 17, look.at, `font-weight="700" fill="${ink}" opacity=".85"`) : ""}</g>`;
}

// What a plain colour is patterned with, so that it is told by more than its hue.
const WEAVES = {
  red: "M14 0v100M32 0v100M50 0v100M68 0v100M86 0v100",
  blue: "M0 18q12-12 25 0t25 0 25 0 25 0M0 42q12-12 25 0t25 0 25 0 25 0M0 66q12-12 25 0t25 0 25 0 25 0M0 90q12-12 25 0t25 0 25 0 25 0",
  purple: "M20 14v.1M50 14v.1M80 14v.1M35 36v.1M65 36v.1M20 58v.1M50 58v.1M80 58v.1M35 80v.1M65 80v.1",
  brown: "M0 30 30 0M0 65 65 0M0 100 100 0M35 100 100 35M70 100l30-30M70 0l30 30M35 0l65 65M0 0l100 100M0 35l65 65M0 70l30 30",
  grey: "M0 16h100M0 38h100M0 60h100M0 82h100",
};

/**
 * The ground of a place: a tile lying there, or a quarter of one, shaded with a colour for whose it is.
 * @param {string} part "back", "nw", "ne", "sw", "se", or "" for a tile's face
 * @param {string} [tint] the colour
 */
export function floor(part, tint) {
  const [x, y] = [part.endsWith("e") ? -100 : 0, part.startsWith("s") ? -100 : 0];
  const quarter = /^[ns][ew]$/.test(part);
  const ground = tile(part ? { back: 1 } : {}, "");
  const shade = tint
    ? `<rect x="3" y="3" width="94" height="94" rx="4" fill="${colour(tint)}" opacity=".5"/>
      ${letters(50, 52, 34, letter(tint), `font-weight="800" fill="${darker(colour(tint), 0.5)}" opacity=".75"`)}`
    : "";
  if (!quarter) return ground + shade;
  return `<g transform="translate(${x} ${y}) scale(2)">${ground}</g>
    <path d="M${x + 100} 0V100M0 ${y + 100}H100" stroke="#5d3d20" stroke-width="2" opacity=".6"/>${shade}`;
}

/**
 * A square card: a symbol in its colour (or several of them), else the colour itself. Pieces stand on its lower half.
 * `faint`: face down, and it shines through. `bare`: no card at all.
 * @param {Look} look @param {string} text
 */
export function square(look, text) {
  if (look.bare)
    return `<circle cx="50" cy="50" r="36" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="7 6" opacity=".35"/>`;
  const back = `<rect x="1" y="1" width="98" height="98" rx="9" fill="#3b4a63" stroke="#1d2534" stroke-width="2"/>
    <rect x="8" y="8" width="84" height="84" rx="6" fill="none" stroke="#d9d2c0" stroke-width="2" opacity=".7"/>`;
  if (look.back) return back + letters(50, 52, 34, text, 'font-weight="700" fill="#d9d2c0" opacity=".8"');
  const hues = String(look.colour ?? "").split(" "),
    picture = symbol(look.symbol),
    one = hues.length < 2;
  const ground = !picture ? colour(hues[0]) : one && hues[0] ? mix(PAPER, colour(hues[0]), 0.35) : PAPER;
  const pictures = hues.map((hue, k) => {
    const [x, y, size] = one ? [20, 8, 0.6] : [16 + 36 * (k % 2), 10 + 36 * (k >> 1), 0.32];
    return picture
      ? `<g transform="translate(${x} ${y}) scale(${size})">${picture(hue ? colour(hue) : INK, INK)}
          ${hue && one ? letters(50, 51, 30, letter(hue), `font-weight="800" fill="${inkOn(colour(hue))}"`) : ""}</g>`
      : "";
  });
  const weave = WEAVES[/** @type {keyof typeof WEAVES} */ (hues[0])] ?? "";
  const face = `<rect x="1" y="1" width="98" height="98" rx="9" fill="${ground}" stroke="${darker(ground, 0.5)}" stroke-width="2"/>
    ${picture ? pictures.join("") : `<path d="${weave}" fill="none" stroke="${darker(ground, 0.45)}" stroke-width="${hues[0] === "purple" ? 13 : 5}" stroke-linecap="round" opacity=".6" transform="translate(7 7) scale(.86)"/>`}`;
  return look.faint ? `${back}<g opacity=".5">${face}</g>` : face;
}

/** A jack as it stands on the table. @param {Look} look @param {string} text */
export function jack(look, text) {
  const metal = colour(look.colour);
  return `<ellipse cx="50" cy="93" rx="36" ry="7" fill="#000" opacity=".3"/>${symbol("Jack")?.(metal, darker(metal, 0.75))}
    <circle cx="50" cy="50" r="21" fill="${metal}" stroke="${darker(metal, 0.75)}" stroke-width="3"/>
    ${letters(50, 51, 28, letter(look.colour) || text, `font-weight="800" fill="${inkOn(metal)}"`)}`;
}

// A cut for every colour, so that the shape tells as much as the hue: [outline, table, facets].
/** @type {Record<string, [string, string, string]>} */
const CUTS = {
  green: [
    "M30 6h40l24 24v40L70 94H30L6 70V30z",
    "M37 24h26l13 13v26L63 76H37L24 63V37z",
    "M30 6l7 18M70 6l-7 18M94 30l-18 7M94 70l-18-7M70 94l-7-18M30 94l7-18M6 70l18-7M6 30l18 7",
  ],
  yellow: [
    "M50 4c6 0 9 3 12 8l32 56c6 11-1 23-13 24H19C7 91 0 79 6 68l32-56c3-5 6-8 12-8z",
    "M50 30 73 72H27z",
    "M50 4v26M94 76 73 72M6 76l21-4M50 92V72M28 30l12 18M72 30 60 48",
  ],
  purple: [
    "M50 4a46 46 0 1 1 0 92 46 46 0 0 1 0-92z",
    "M50 22l20 8 8 20-8 20-20 8-20-8-8-20 8-20z",
    "M50 4v18M83 17 70 30M96 50H78M83 83 70 70M50 96V78M17 83l13-13M4 50h18M17 17l13 13",
  ],
};

/** @param {Look} look */
export function gem(look) {
  const glass = colour(look.colour),
    dark = darker(glass, 0.5);
  const [outline, table, facets] = CUTS[String(look.colour)] ?? [
    "M50 3 95 36 78 92H22L5 36z",
    "M50 26 73 43 65 73H35L27 43z",
    "M50 3v23M95 36l-22 7M78 92 65 73M22 92l13-19M5 36l22 7",
  ];
  const low = look.colour === "yellow" ? 60 : 51,
    count = Number(look.number ?? look.count ?? 1);
  const words =
    count > 1 || look.number
      ? letters(50, low, 44, count, 'class="on-glass" font-weight="800"')
      : letters(50, low, 32, letter(look.colour), 'class="on-glass" font-weight="800" opacity=".92"');
  return `
    <path d="${outline}" transform="translate(3 6)" fill="#000" opacity=".28"/>
    <path d="${outline}" fill="${mix(glass, dark, 0.28)}" stroke="${dark}" stroke-width="2.6" stroke-linejoin="round"/>
    <path d="${facets}" stroke="#fff" stroke-width="1.6" opacity=".5"/>
    <path d="${table}" fill="${lighter(glass, 0.18)}" stroke="#fff" stroke-opacity=".6" stroke-width="1.6" stroke-linejoin="round"/>
    <path d="M26 27c6-8 14-12 24-13-9 5-16 11-20 19z" fill="#fff" opacity=".75"/>
    ${words}`;
}

/** A flat round piece, as for draughts. @param {Look} look @param {string} text */
export function disc(look, text) {
  const top = colour(look.colour),
    dark = darker(top, 0.45);
  return `
    <ellipse cx="52" cy="58" rx="45" ry="40" fill="#000" opacity=".25"/>
    <ellipse cx="50" cy="56" rx="46" ry="38" fill="${darker(top, 0.3)}" stroke="${dark}" stroke-width="1.6"/>
    <ellipse cx="50" cy="46" rx="46" ry="38" fill="${top}" stroke="${dark}" stroke-width="1.6"/>
    <ellipse cx="50" cy="46" rx="34" ry="27" fill="none" stroke="#fff" stroke-width="2" opacity=".4"/>
    ${letters(50, 47, 34, mark(look, text), `font-weight="800" fill="${inkOn(top)}"`)}`;
}

/** A checker seen from above; rings tell the sides apart where colours do not. @param {Look} look */
export function checker(look) {
  const top = colour(look.colour),
    dark = darker(top, 0.5),
    rings = [36, 24, 12].slice(0, Number(look.rings ?? 1));
  return `
    <circle cx="51" cy="54" r="46" fill="#000" opacity=".3"/>
    <circle cx="50" cy="50" r="46" fill="${top}" stroke="${dark}" stroke-width="3"/>
    <path d="M14 50a36 36 0 0 1 36-36" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".35"/>
    ${rings.map(r => `<circle cx="50" cy="50" r="${r}" fill="none" stroke="${dark}" stroke-width="4" opacity=".75"/>`).join("")}`;
}

/** @param {Look} look @param {string} text */
export function pawn(look, text) {
  const wood = colour(look.colour),
    dark = darker(wood, 0.5);
  return `
    <ellipse cx="52" cy="90" rx="38" ry="8" fill="#000" opacity=".25"/>
    <path d="M50 3a20 20 0 0 1 13 35c-2 2-2 4-1 6 3 13 10 23 19 31 6 5 4 18-3 18H22c-7 0-9-13-3-18 9-8 16-18 19-31 1-2 1-4-1-6A20 20 0 0 1 50 3z"
      fill="${wood}" stroke="${dark}" stroke-width="2" stroke-linejoin="round"/>
    <path d="M40 14c-5 5-6 12-3 17" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".5"/>
    ${letters(50, 76, 26, mark(look, text), `font-weight="800" fill="${inkOn(wood)}"`)}`;
}

/** A rocket, nose up. @param {Look} look @param {string} text */
export function ship(look, text) {
  const hull = colour(look.colour),
    dark = darker(hull, 0.55);
  return `
    <ellipse cx="52" cy="93" rx="34" ry="6" fill="#000" opacity=".25"/>
    <path d="M38 78 50 99 62 78z" fill="#ffb02e" stroke="#8a4b00" stroke-width="2" stroke-linejoin="round"/>
    <g stroke="${dark}" stroke-width="3" stroke-linejoin="round">
      <path d="M32 46 10 70v18l24-11zM68 46l22 24v18L66 77z" fill="${darker(hull, 0.3)}"/>
      <path d="M50 2c17 15 23 34 21 52-1 10-4 18-7 25H36c-3-7-6-15-7-25C27 36 33 17 50 2z" fill="${hull}"/>
    </g>
    <path d="M41 20c-6 11-8 22-7 34" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".5"/>
    ${letters(50, 52, 36, mark(look, text), `font-weight="800" fill="${inkOn(hull)}"`)}`;
}

/** Anything else: a coin with letters or a symbol on it. @param {Look} look @param {string} text */
export function token(look, text) {
  const face = colour(look.colour),
    dark = darker(face, 0.45),
    draw = symbol(look.symbol);
  const shown = text || letter(look.colour),
    size = [40, 44, 36, 28, 23][Math.min(4, shown.length)];
  return `
    <circle cx="52" cy="54" r="45" fill="#000" opacity=".25"/>
    <circle cx="50" cy="50" r="46" fill="${face}" stroke="${dark}" stroke-width="2"/>
    <circle cx="50" cy="50" r="37" fill="none" stroke="${inkOn(face)}" stroke-width="1.6" stroke-dasharray="3 4" opacity=".55"/>
    ${
      draw
        ? `<g transform="translate(24 24) scale(.52)">${draw(inkOn(face), face)}</g>`
        : letters(50, 51, size, shown, `font-weight="800" fill="${inkOn(face)}"`)
    }`;
}

/** Something that was said. @param {Look} look @param {string} text */
export function bubble(look, text) {
  return `<path d="M14 14h72a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10H46L26 92V72H14A10 10 0 0 1 4 62V24a10 10 0 0 1 10-10z"
      fill="${PAPER}" stroke="${INK}" stroke-width="2.5" stroke-linejoin="round"/>
    ${letters(50, 44, [40, 46, 42, 38, 28][Math.min(4, text.length)], text, `font-weight="800" fill="${INK}"`)}`;
}

/** Words on the table itself. @param {Look} look @param {string} text */
export function label(look, text) {
  return letters(50, 52, [40, 62, 56, 46, 38][Math.min(4, text.length)], text, 'class="on-table" font-weight="600"');
}
