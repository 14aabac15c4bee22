/**
 * Hands that are laid open come one after the other, in the middle of the table, each after its owner's name, and what follows
 * from them last. A touch, or a choice, ends it.
 */

import { make } from "../dom.js";
import { picture } from "../../pages/picture.js";
import { names } from "../state.js";
import { callNames, screenWithNames } from "../words.js";

/** @typedef {import("../types.js").Zone} Zone */

const EACH = 650, // milliseconds from one hand to the next
  MOST = 3600, // for all of them
  LINGER = 1800; // for the last hand and the sentence below it

/**
 * Are hands laid open here: cards in lines, most of them new, each line after a name?
 * @param {Zone} zone
 * @param {Set<string>} came the pieces that are new
 */
function isLaidOpen({ spots = [] }, came) {
  const cards = spots.filter(({ look }) => look !== "words").flatMap(({ pieces = [] }) => pieces);
  return spots[0]?.look === "words" && 2 * cards.filter(({ id }) => came.has(id)).length > cards.length;
}

/**
 * It is over when the promise is kept.
 * @param {import("../main.js").TablePage} page
 * @param {import("../types.js").Screen} screen
 * @param {import("../draw.js").Drawn[]} came
 */
export function reveal(page, screen, came) {
  const fresh = new Set(came.map(({ piece }) => piece.id)),
    zones = (screen.zones ?? []).filter(zone => isLaidOpen(zone, fresh)),
    hands = zones.flatMap(({ spots = [] }) => spots.filter(({ look }) => look === "words")).length;
  if (!page.held || hands < 2) return;
  const box = make("div", "t-reveal felt picture", { "aria-hidden": "true", "data-box": page.root.dataset.box ?? "" });
  page.root.append(box);
  const shown = screenWithNames({ ...screen, panels: [], zones: zones.map(zone => ({ ...zone, area: "main" })) }, callNames(names(page.state))),
    stage = picture(box, shown),
    each = Math.min(EACH, MOST / hands);
  let hand = -1;
  for (const spot of zones.flatMap(({ spots = [] }) => spots)) {
    if (spot.look === "words") hand += 1;
    const element = stage.things.get(spot.id);
    if (element) come(element, each * (hand + 0.5));
  }
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(".zone-note"))) come(note, each * (hands + 0.5));
  const below = zones.flatMap(({ id }) => page.stage.zones.get(id) ?? []); // they lie open there already
  for (const zone of below) zone.style.visibility = "hidden";
  clearTimeout(page.held);
  page.held = setTimeout(() => page.goOn(), each * hands + LINGER);
  box.addEventListener("click", () => page.goOn());
  return /** @type {Promise<void>} */ (new Promise(done => {
    page.unreveal = () => {
      box.remove();
      for (const zone of below) zone.style.visibility = "";
      done();
    };
  }));
}

/** @param {HTMLElement} element @param {number} delay */
const come = (element, delay) =>
  element.animate([{ opacity: 0, translate: "0 12px" }, { opacity: 1, translate: "0 0" }], { duration: 260, delay, fill: "backwards", easing: "ease-out" });
