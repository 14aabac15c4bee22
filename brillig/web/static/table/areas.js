/** The frame of the page, and where zones lie in it: in the middle, beside it, or before the viewer. */

import { make, setAttribute } from "./dom.js";

/** @typedef {import("./types.js").Zone} Zone */
/** @typedef {"main" | "left" | "right" | "hand"} Area */
export const AREAS = /** @type {Area[]} */ (["main", "left", "right", "hand"]);

/** Where zones are put: in the middle, beside it, and before the viewer. */
export const newAreas = () => ({
  main: make("div", "t-main"),
  left: make("div", "t-left"),
  right: make("div", "t-right"),
  hand: make("div", "t-hand"),
});

/** A strip on top, then three columns, which lie one below the other on a phone. @param {HTMLElement} root */
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

export const SMALL = matchMedia("(max-width: 899px), (max-height: 520px)"); // no room for three columns (room.css)
export const BOARDS = new Set(["grid", "hex", "track"]); // zones with places; the others have pieces in order
export const ABREAST = 5; // pieces beside the board: more lie in several lines

/** What lies at the right is below the window on a phone: not what must never be scrolled away. @param {Zone} zone @returns {Area} */
export function areaOf(zone) {
  const wanted = /** @type {Area} */ (zone.area || (zone.kind === "hand" ? "hand" : "main"));
  return wanted === "right" && zone.keep && SMALL.matches ? "left" : wanted;
}

/** How many lie in a row; a pile is one of them. @param {Zone} zone */
const things = zone => (zone.pieces?.length ?? 0) + (zone.kind === "pile" ? 1 : 0);

/**
 * Tell the style sheet what lies on the table (room.css). With :has() it would look for it itself, in everything, at
 * every change of anything.
 * @param {Element | null} table
 * @param {Zone[]} zones
 * @param {boolean} many are in the hand
 */
export function tell(table, zones, many) {
  if (!table) return;
  /** @type {Set<string>} */
  const lies = new Set(zones.map(areaOf));
  /** @type {(word: string, where: (zone: Zone) => boolean | undefined) => unknown} */
  const say = (word, where) => zones.some(where) && lies.add(word);
  say("field", zone => zone.kind === "field");
  say("spaces", zone => zone.turns && areaOf(zone) === "main" && zone.spots?.some(({ look }) => look === "space"));
  say("long", zone => areaOf(zone) === "left" && !BOARDS.has(zone.kind) && things(zone) > ABREAST);
  say("kept", zone => areaOf(zone) === "left" && zone.keep);
  setAttribute(table, "data-lies", [...lies].join(" "));
  setAttribute(table, "data-hand", many && "many");
}

/** First what is to be first, then boards in the middle, then the rest, each in the order of the screen. @param {Element[]} zones @param {boolean} middle */
export function inOrder(zones, middle) {
  const place = (/** @type {Element} */ zone) =>
    zone.hasAttribute("data-first") ? 0 : middle && zone.classList.contains("board") ? 1 : 2;
  return zones.sort((a, b) => place(a) - place(b));
}
