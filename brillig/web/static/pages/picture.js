/** A screen to look at: for the lobby, the rules and replays. The same drawing as at the table, without the asking. */

import { Animator } from "../table/animate.js";
import { newAreas } from "../table/areas.js";
import { make } from "../table/dom.js";
import { Stage } from "../table/draw.js";
import { Panels } from "../table/panels.js";

/**
 * @typedef {object} PictureOptions
 * @property {string} [box] whose look the pieces have; else what the element's data-box says
 * @property {string[]} [names] who sits where
 * @property {boolean} [panels] show what is counted too
 * @property {string} [say] what the picture shows, for those who listen
 */

/** @type {WeakMap<HTMLElement, { stage: Stage, animator: Animator, panels: Panels | null }>} */
const pictures = new WeakMap();

/**
 * Draw a screen into an element. Done again with another screen, pieces move to where they are now.
 * @param {HTMLElement} element
 * @param {import("../table/types.js").Screen} screen
 * @param {PictureOptions} [options]
 * @returns {Stage} what is drawn where
 */
export function picture(element, screen, options = {}) {
  let known = pictures.get(element);
  if (!known) {
    const areas = newAreas();
    const seats = options.panels ? make("div", "t-seats") : null;
    const root = make("div", "table-picture", { role: "img", "aria-label": options.say ?? "A position of the game" });
    const box = options.box ?? element.closest("[data-box]")?.getAttribute("data-box") ?? "";
    root.dataset.box = box;
    root.append(...(seats ? [seats] : []), areas.left, areas.main, areas.hand, areas.right);
    element.replaceChildren(root);
    known = { stage: new Stage(areas, box), animator: new Animator(root), panels: seats ? new Panels(seats) : null };
    pictures.set(element, known);
  }
  const { stage, animator, panels } = known;
  animator.around(stage, () => stage.show(screen));
  for (const thing of stage.things.values()) thing.removeAttribute("tabindex");
  panels?.show(screen.panels ?? [], { names: options.names ?? [] });
  return stage;
}
