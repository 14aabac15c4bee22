/**
 * A moment of skill: something swings to and fro over the table until it is stopped, by a press of the mouse, a finger or
 * the space bar. Where it hangs at that moment, as the event's own time tells, is the choice that is made.
 */

import { colour, darker, inkOn, letter, lighter } from "../../art/colours.js";
import { make, setAttribute, setText } from "../dom.js";
import { myChoices } from "../state.js";

/** @typedef {import("../types.js").Swing} Swing */
/** @typedef {import("../types.js").Face} Face */
/** @typedef {import("../types.js").OfferedChoice} Option */

const FAR = 60; // units of the picture from the middle to an end
const TOO_SOON = 250; // milliseconds: whoever presses now means what was there before
const [WIDE, HIGH] = [260, 196];
const [RAIL, HANGS, LIES] = [14, 44, 140]; // heights: of the rail, of what hangs, and of what lies below

export class SwingControl {
  /**
   * @param {HTMLElement} holder over which it is shown
   * @param {import("../state.js").State} state
   * @param {(option: Option) => void} choose
   */
  constructor(holder, state, choose) {
    this.state = state;
    this.choose = choose;
    this.began = 0;
    this.frame = 0;
    this.key = "";
    /** @type {Swing | null} */
    this.swing = null;
    this.words = make("p", "swing-words");
    this.left = make("span", "swing-left");
    this.stage = make("button", "swing-stage", { type: "button" });
    this.element = make("div", "t-swing", { hidden: true }, this.words, this.stage, make("div", "swing-time", {}, this.left));
    this.stage.addEventListener("pointerdown", event => this.stop(event));
    // A click without a pointer comes from a key, or from a device that has neither.
    this.stage.addEventListener("click", event => event.detail === 0 && this.stop(event));
    document.addEventListener("keydown", event => {
      const target = /** @type {Element} */ (event.target);
      if (event.key === " " && !event.repeat && this.swing && !target.closest("input, textarea, button, summary, a")) {
        event.preventDefault();
        this.stop(event);
      }
    });
    holder.append(this.element);
  }

  /** Show what swings now, if anything does and it is ours to stop. */
  show() {
    const { state } = this,
      view = state.view,
      swing = state.sent || state.covered ? null : (view?.scene.screen.swing ?? null),
      mine = swing && myChoices(state).find(swing.first) ? swing : null,
      key = mine ? `${view?.ply} ${mine.ends}` : "";
    if (!mine && !state.sent) setAttribute(this.element, "hidden", true); // a stopped one hangs still until it lands
    if (key === this.key) return;
    this.key = key;
    this.swing = mine;
    cancelAnimationFrame(this.frame);
    if (!mine) return;
    const ends = mine.ends ?? ["left", "right"];
    setText(this.words, ends[0] === "left" ? "Seen from the front" : `From ${ends[0]} to ${ends[1]}`);
    setAttribute(this.stage, "aria-label", `Stop it: it swings from ${ends[0]} to ${ends[1]}`);
    this.stage.innerHTML = picture(mine, ends);
    this.hook = this.stage.querySelector(".hook");
    setAttribute(this.element, "hidden", null);
    this.stage.focus({ preventScroll: true });
    this.began = performance.now();
    this.move();
  }

  /** From -1 to 1: where it hangs at a moment. @param {number} time */
  at(time) {
    return Math.sin((2 * Math.PI * (time - this.began)) / (this.swing?.period ?? 1000));
  }

  move() {
    if (!this.swing) return;
    const now = performance.now(),
      { time = 0 } = this.swing;
    this.hang(this.at(now));
    this.left.style.setProperty("--left", String(time ? Math.max(0, 1 - (now - this.began) / time) : 0));
    this.frame = requestAnimationFrame(() => this.move());
  }

  /** @param {number} off */
  hang(off) {
    this.hook?.setAttribute("transform", `translate(${(FAR * off).toFixed(2)} 0)`);
  }

  /** @param {Event} event */
  stop(event) {
    const { swing } = this;
    if (!swing || event.timeStamp - this.began < TOO_SOON) return;
    event.preventDefault();
    const { first, last } = swing,
      code = Math.round((first + last) / 2 + ((last - first) / 2) * this.at(event.timeStamp)),
      option = myChoices(this.state).find(code);
    if (!option) return;
    cancelAnimationFrame(this.frame);
    this.swing = null;
    this.hang((2 * code - first - last) / (last - first));
    this.choose(option);
  }
}

/** @param {Swing} swing @param {string[]} ends */
function picture({ face, under, mark = 0 }, ends) {
  const half = FAR * (mark || 0.5),
    middle = WIDE / 2;
  const square = (/** @type {Face | null | undefined} */ shown, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ high) => {
    const tint = colour(shown?.look?.colour ?? "white"),
      edge = darker(tint, 0.55);
    return `<path d="M${x - half} ${y}l14 -11h${2 * half}l-14 11z" fill="${lighter(tint, 0.3)}" stroke="${edge}"/>
      <path d="M${x + half} ${y}l14 -11v${high}l-14 11z" fill="${darker(tint, 0.3)}" stroke="${edge}"/>
      <rect x="${x - half}" y="${y}" width="${2 * half}" height="${high}" fill="${tint}" stroke="${edge}" stroke-width="1.5"/>
      <text x="${x}" y="${y + high / 2 + 1}" font-size="34" font-weight="800" text-anchor="middle" dominant-baseline="central" fill="${inkOn(tint)}">${letter(shown?.look?.colour)}</text>`;
  };
  return `<svg viewBox="0 0 ${WIDE} ${HIGH}" aria-hidden="true" focusable="false">
    <path d="M12 ${RAIL}h${WIDE - 24}" stroke="#caa24a" stroke-width="6" stroke-linecap="round"/>
    <path d="M${middle} ${RAIL}V${HIGH}" stroke="currentColor" stroke-width="1.2" stroke-dasharray="5 4" opacity=".55"/>
    ${square(under, middle, LIES, HIGH - LIES + 4)}
    <g class="hook"><path d="M${middle} ${RAIL}v30" stroke="currentColor" stroke-width="3"/>
      <rect x="${middle - 12}" y="${RAIL - 6}" width="24" height="12" rx="3" fill="currentColor"/>
      ${square(face, middle, HANGS, 70)}
      <path d="M${middle} ${HANGS + 70}v22" stroke="#c1121f" stroke-width="2.4"/></g>
    <text x="8" y="${HIGH - 8}" font-size="15" fill="currentColor">${ends[0]}</text>
    <text x="${WIDE - 8}" y="${HIGH - 8}" font-size="15" text-anchor="end" fill="currentColor">${ends[1]}</text></svg>`;
}
