/** Drawings for a black printer that saves its ink. Every piece has letters, so that nothing is lost with the colours. */

import { INK, brightness } from "../art/colours.js";

const BLACK = "#000", WHITE = "#fff", LINE = "#555";
const DARK = 0.06; // as dark as ink
const INKS = [INK, "#22381e"]; // of cards and of tiles: what is drawn with it is a symbol, and no ground
const LARGE = 8; // of a drawing 100 wide: a circle with this radius is a ground, a smaller one a pip

/** What lies on paper casts no shadow. @param {SVGElement} svg */
export function withoutShadows(svg) {
  for (const shape of svg.querySelectorAll('[fill="#000"][opacity]')) shape.remove();
}

/** @param {Element} shape @param {string} name an attribute that may be its parents' */
const inherited = (shape, name) => shape.closest(`[${name}]`)?.getAttribute(name) ?? "";

/** @param {string} paint */
const isColour = paint => /^#[0-9a-f]{6}$/i.test(paint);

/** Grounds become white with a line round them, letters and ink black, all else pale. @param {SVGElement} svg */
export function frugal(svg) {
  for (const shape of svg.querySelectorAll("rect, circle, ellipse, path, text")) {
    const fill = inherited(shape, "fill"), stroke = inherited(shape, "stroke");
    const paints = { fill, stroke };
    if (shape.tagName === "text") {
      paints.fill = BLACK;
      paints.stroke = "none";
    } else {
      const ground = (shape.tagName === "rect" && !INKS.includes(fill)) || Number(shape.getAttribute("r") ?? shape.getAttribute("rx") ?? 0) >= LARGE;
      if (fill !== "none") {
        const dark = isColour(fill) && brightness(fill) < DARK;
        paints.fill = ground || !dark ? WHITE : BLACK;
        if (paints.fill === WHITE && (!stroke || stroke === "none")) paints.stroke = LINE;
      }
      if (stroke && stroke !== "none") paints.stroke = fill === "none" && isColour(stroke) && brightness(stroke) < DARK ? BLACK : LINE;
    }
    for (const [name, paint] of Object.entries(paints)) if (paint) shape.setAttribute(name, paint);
  }
}
