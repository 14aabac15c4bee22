/**
 * The colours of pieces: Okabe and Ito's, which most colour-blind people can tell apart. A letter goes with each.
 * Pieces are things: they keep their colours by day and by night.
 */

/** @type {Record<string, [string, string]>} */
export const NAMED = {
  red: ["#d55e00", "R"],
  green: ["#009e73", "G"],
  blue: ["#0072b2", "B"],
  yellow: ["#f0e442", "Y"],
  white: ["#f4f0e6", "W"],
  black: ["#2b2825", "K"],
  orange: ["#e69f00", "O"],
  purple: ["#b05a8f", "P"],
  cyan: ["#56b4e9", "C"],
  grey: ["#8c8a86", "A"],
  pink: ["#f3a6c0", "I"],
  brown: ["#8b5a2b", "N"],
};
const PLAIN = "#b9ab94";
export const INK = "#2a231d";
export const PAPER = "#fbf7ee";

/** @param {unknown} name */
export const colour = name => NAMED[String(name)]?.[0] ?? (/^#[0-9a-f]{6}$/i.test(String(name)) ? String(name) : PLAIN);

/** @param {unknown} name */
export const letter = name => NAMED[String(name)]?.[1] ?? "";

/** @param {string} hex */
const parts = hex => [1, 3, 5].map(k => parseInt(hex.slice(k, k + 2), 16));

/**
 * A colour with some of another in it.
 * @param {string} hex
 * @param {string} other
 * @param {number} share of the other, 0 to 1
 */
export function mix(hex, other, share) {
  const [a, b] = [parts(hex), parts(other)];
  return `#${a
    .map((x, k) =>
      Math.round(x + (b[k] - x) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** @param {string} hex @param {number} share */
export const lighter = (hex, share) => mix(hex, "#ffffff", share);

/** @param {string} hex @param {number} share */
export const darker = (hex, share) => mix(hex, "#1a0f08", share);

/** How bright a colour is, 0 to 1. @param {string} hex */
export function brightness(hex) {
  const [r, g, b] = parts(hex).map(v => (v / 255 <= 0.04 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Ink that can be read on this colour. @param {string} hex */
export const inkOn = hex => (brightness(hex) > 0.21 ? INK : PAPER);

/** Ink of this colour that can be read on paper. @param {string} hex */
export const inkOf = hex => darker(hex, 0.4 + 0.4 * brightness(hex));
