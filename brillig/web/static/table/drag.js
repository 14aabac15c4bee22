/**
 * Dragging, by mouse and by finger: the piece stays under the pointer, the places it may go to are alight, and let go
 * anywhere else it glides home. It makes the same touches as tapping does, one after the other.
 */

import { setAttribute } from "./dom.js";
import { touchedId } from "./input.js";

/** @typedef {import("./input.js").Input} Input */
/** @typedef {import("./animate.js").Animator} Animator */
/** @typedef {{ id: string, pointer: number, x: number, y: number, finger: boolean }} Held */
/** @typedef {{ piece: string, element: HTMLElement, copy: HTMLElement, home: DOMRect }} Carried */

const FAR = { mouse: 5, finger: 10 }; // pixels that a pointer may slip before it is a drag
const REACH = 26; // pixels around a place in which a piece let go still falls into it

export class Drag {
  /** @param {HTMLElement} root @param {Input} input @param {Animator} animator */
  constructor(root, input, animator) {
    this.root = root;
    this.input = input;
    this.animator = animator;
    /** @type {Held | null} what a pointer is down on */
    this.held = null;
    /** @type {Carried | null} what is being dragged */
    this.carried = null;
    /** @type {Element | null} where it would fall */
    this.over = null;
    root.addEventListener("pointerdown", event => this.down(event));
    addEventListener("pointermove", event => this.move(event));
    addEventListener("pointerup", event => this.up(event));
    addEventListener("pointercancel", event => event.pointerId === this.held?.pointer && this.home());
    addEventListener("keydown", event => event.key === "Escape" && this.home());
    root.addEventListener("dragstart", event => event.preventDefault()); // that of the browser would end ours
  }

  /** @param {PointerEvent} event */
  down(event) {
    const id = event.button === 0 && event.isPrimary && touchedId(/** @type {Element} */ (event.target));
    this.home();
    if (/** @type {Element} */ (event.target).closest(".zone.field")) return; // there one aims
    if (!id || !(this.input.next().has(id) || this.input.state.touched.at(-1) === id)) return;
    this.held = {
      id,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      finger: event.pointerType === "touch",
    };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!this.carried && Math.hypot(dx, dy) > (held.finger ? FAR.finger : FAR.mouse)) this.lift(held);
    if (!this.carried) return;
    event.preventDefault();
    this.carried.copy.style.transform = `translate(${dx}px, ${dy - (held.finger ? 18 : 0)}px) scale(1.08)`;
    this.light(this.target(event.clientX, event.clientY));
  }

  /** Something leaves its place. @param {Held} held */
  lift(held) {
    const { input, animator } = this,
      { state, stage } = input,
      picked = state.touched.at(-1) === held.id;
    const made = input.next().get(held.id);
    // What is made with a single touch is made when it is let go where it lights.
    if (!picked && made && !stage.lights.get(held.id)?.length) return;
    const piece = input.pieceAt(held.id);
    if (!piece) return;
    if (!picked && !made) input.touch(held.id);
    const home = piece.element.getBoundingClientRect(),
      copy = animator.copy(piece.element, home);
    copy.classList.add("carried");
    piece.element.classList.add("away");
    setAttribute(this.root, "data-dragging", true);
    if (made) for (const id of stage.lights.get(held.id) ?? []) input.thing(id)?.setAttribute("data-lit", "");
    this.carried = { piece: piece.piece.id, element: piece.element, copy, home };
  }

  /** Where what is carried may fall here: what can be touched next, or what the one touch lights. */
  targets() {
    const { input, held } = this,
      next = [...input.next().keys()].filter(id => id !== held?.id);
    return input.state.touched.length ? next : (input.stage.lights.get(held?.id ?? "") ?? []);
  }

  /** The place under the pointer, or the nearest one within reach. @param {number} x @param {number} y */
  target(x, y) {
    const under = touchedId(document.elementFromPoint(x, y)),
      targets = this.targets();
    if (targets.includes(under)) return under;
    let [best, least] = ["", REACH];
    for (const id of targets) {
      const box = this.input.thing(id)?.getBoundingClientRect();
      if (!box?.width) continue;
      const far = Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /** @param {string} id */
  light(id) {
    const over = id ? this.input.thing(id) : null;
    if (over === this.over) return;
    this.over?.removeAttribute("data-over");
    over?.setAttribute("data-over", "");
    this.over = over;
    if (!this.input.state.touched.length) return; // then what the one touch lights stays lit
    for (const lit of this.root.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
    for (const place of this.input.way(id)) this.input.thing(place)?.setAttribute("data-lit", "");
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held, carried, input } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!carried) {
      this.held = null;
      return;
    }
    // The browser makes a click of this for what both ends have in common; it is not meant.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    const id = this.target(event.clientX, event.clientY),
      single = !input.state.touched.length;
    if (!id) return this.home();
    this.rest();
    this.animator.carry(carried.piece, carried.element, carried.copy);
    input.touch(single ? held.id : id);
    if (!input.state.sent) this.animator.land(); // there is more to touch: it waits where it was
  }

  /** What is carried glides back to where it was, and the touch that picked it up is taken back. */
  home() {
    const { carried, input } = this;
    this.held = null;
    if (!carried) return;
    const { element, copy } = carried,
      done = () => {
        copy.remove();
        element.classList.remove("away");
      };
    this.rest();
    element.classList.add("away");
    if (this.animator.moves) {
      const glide = copy.animate([{}, { transform: "none" }], { duration: 220, easing: "cubic-bezier(.3, .7, .2, 1)" });
      copy.style.transform = "none";
      glide.onfinish = glide.oncancel = done;
    } else done();
    input.cancel();
  }

  rest() {
    this.carried?.element.classList.remove("away");
    this.held = this.carried = null;
    this.light("");
    setAttribute(this.root, "data-dragging", null);
    for (const lit of this.root.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
  }
}
