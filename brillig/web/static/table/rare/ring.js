/** A ring over the table that empties while time runs out for everybody, or in which time is counted up. */

import { make, setAttribute, setText } from "../dom.js";

const LOW = 10_000; // milliseconds from which on it is red, and called out
const TICK = 100;
const ROUND = 2 * Math.PI * 20; // the length of the ring in its picture

export class Ring {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} main what it lies over
   * @param {import("../state.js").State} state
   * @param {(sentence: string) => void} say
   */
  constructor(root, main, state, say) {
    this.main = main;
    this.state = state;
    this.say = say;
    this.element = make("div", "t-ring", { role: "timer", hidden: "" });
    this.element.innerHTML = `<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="20"/>
      <circle class="left" cx="24" cy="24" r="20" transform="rotate(-90 24 24)" stroke-dasharray="${ROUND}"/></svg><b></b>`;
    root.append(this.element);
    this.full = 0; // what there was when it began
    this.given = 0; // milliseconds that are left, or have passed, as the server says
    this.since = 0; // when it said so
    this.up = false; // is it counted up?
    this.timer = 0;
    this.warned = false;
    addEventListener("resize", () => this.place());
  }

  show() {
    const { scene, clocks } = this.state.view ?? {},
      left = (scene?.screen.timer && clocks?.table) || 0; // milliseconds; 0: no time runs out
    clearInterval(this.timer);
    this.up = Boolean(scene?.screen.stopwatch);
    setAttribute(this.element, "hidden", !left && !this.up);
    if (!left && !this.up) {
      this.full = 0;
      this.warned = false;
      return;
    }
    this.place();
    this.full = Math.max(this.full, left, 1);
    this.given = this.up ? (clocks?.passed ?? 0) : left;
    this.since = performance.now();
    this.tick();
    this.timer = setInterval(() => this.tick(), TICK);
  }

  place() {
    const { top, right } = this.main.getBoundingClientRect();
    this.element.style.top = `${top + 6}px`;
    this.element.style.right = `${innerWidth - right + 6}px`;
  }

  tick() {
    if (this.state.people?.holds) this.since = performance.now(); // it has not begun
    const passed = performance.now() - this.since,
      left = this.up ? Infinity : Math.max(0, this.given - passed),
      ring = /** @type {SVGElement} */ (this.element.querySelector(".left"));
    setAttribute(this.element, "data-up", this.up);
    if (this.up) {
      const seconds = Math.floor((this.given + passed) / 1000);
      setText(
        /** @type {HTMLElement} */ (this.element.querySelector("b")),
        `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
      );
      return;
    }
    ring.style.strokeDashoffset = String(ROUND * (1 - left / this.full));
    setText(/** @type {HTMLElement} */ (this.element.querySelector("b")), String(Math.ceil(left / 1000)));
    setAttribute(this.element, "data-low", left <= LOW);
    if (left <= LOW && left && !this.warned) {
      this.warned = true;
      this.say(`${Math.ceil(left / 1000)} seconds left!`);
    }
  }
}
