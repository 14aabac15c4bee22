/** The frame of the page: a strip on top, then three columns, which lie one below the other on a phone. */

import { make } from "./dom.js";
import { newAreas } from "./draw.js";

/** @param {HTMLElement} root */
export function newFrame(root) {
  const areas = newAreas();
  const seats = make("section", "t-seats", { "aria-label": "Seats", tabindex: "0" });
  const near = make("div", "t-near", { role: "group", "aria-label": "Beside the table", tabindex: "0" }, seats, areas.left);
  const foot = make("div", "t-foot"); // what is asked, and what lies before the viewer
  const middle = make("div", "t-middle", {}, areas.main, foot);
  const side = make("div", "t-side", {}, areas.right);
  const air = make("div", "t-air", { "aria-hidden": "true" }); // where pieces fly
  root.append(near, middle, side, air);
  return { areas, seats, middle, foot, side, air };
}
