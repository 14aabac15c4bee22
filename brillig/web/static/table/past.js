/** The past: earlier views of this match, while it goes on. Nothing can be touched there, and one button leads back to now. */

import { make, setAttribute, setText } from "./dom.js";

/** @typedef {import("./main.js").TablePage} TablePage */
/** @typedef {import("./types.js").Screen} Screen */

const CHUNK = 20; // views that come at once

export class Past {
  /** @param {TablePage} page @param {string} table */
  constructor(page, table) {
    this.page = page;
    this.table = table;
    /** @type {Map<number, Screen>} by ply; what was seen stays as it was */
    this.seen = new Map();
    this.wanted = 0; // counts wishes, so that a late answer does not overtake a newer one
    this.where = make("span", "", { role: "status" });
    this.back = press("‹", "Step back", () => this.step(-1));
    this.on = press("›", "Step forward", () => this.step(1));
    const now = press("Back to now", "", () => this.now());
    now.classList.add("main");
    this.element = make("div", "t-past", { role: "group", "aria-label": "Looking back", hidden: true }, this.back, this.where, this.on, now);
    page.talk.story.addEventListener("click", event => {
      const line = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (line instanceof HTMLElement) this.go(Number(line.dataset.ply));
    });
    document.addEventListener("keydown", event => this.key(event));
  }

  /** The newest step. */
  get last() {
    return this.page.state.view?.ply ?? 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, dialog[open]")) return;
    if (event.key === "," || event.key === ".") this.step(event.key === "," ? -1 : 1);
    else if (event.key === "Escape" && this.page.state.past) this.now();
    else return;
    event.preventDefault();
  }

  /** @param {number} way */
  step(way) {
    const { past } = this.page.state;
    if (past || way < 0) this.go((past?.ply ?? this.last) + way);
  }

  now() {
    const { state } = this.page;
    if (!state.past) return;
    this.wanted++;
    state.past = null;
    if (state.view) this.page.draw(state.view, []);
    this.page.render();
    this.page.root.focus({ preventScroll: true });
  }

  /** @param {number} ply */
  async go(ply) {
    const { page } = this,
      mine = ++this.wanted;
    if (page.state.covered || !this.table || ply < 0) return;
    if (ply >= this.last) return this.now();
    try {
      const screen = await this.screen(ply);
      if (mine !== this.wanted || page.state.covered) return;
      page.input.cancel();
      page.state.past = { ply, screen };
      page.drawScreen(screen);
      page.render();
    } catch (why) {
      page.refuse(why instanceof TypeError ? "The server cannot be reached. Try again in a moment." : String(why instanceof Error ? why.message : why));
    }
  }

  /** @param {number} ply @returns {Promise<Screen>} */
  async screen(ply) {
    if (!this.seen.has(ply)) {
      const answer = await fetch(`/api/tables/${this.table}/past?first=${Math.max(0, ply - CHUNK / 2)}`),
        told = await answer.json();
      if (!answer.ok) throw new Error(told.error.sentence);
      for (const frame of told.frames) if (frame.ply < this.last) this.seen.set(frame.ply, frame.screen);
    }
    const found = this.seen.get(ply);
    if (!found) throw new Error("That step cannot be shown.");
    return found;
  }

  /** Another seat has seen other things. */
  forget() {
    this.seen.clear();
    this.now();
  }

  show() {
    const { past } = this.page.state;
    setAttribute(this.element, "hidden", !past);
    setAttribute(this.page.root, "data-past", Boolean(past));
    if (!past) return;
    setText(this.where, `Step ${past.ply} of ${this.last}`);
    setAttribute(this.back, "disabled", past.ply === 0);
  }
}

/** @param {string} words @param {string} label @param {() => void} act */
function press(words, label, act) {
  const button = make("button", "t-button", { type: "button", "aria-label": label || null }, words);
  button.addEventListener("click", act);
  return button;
}
