/**
 * Lessons: the table's own drawing, touching, keys and voice, with a few sentences beside it. The server is asked whether a
 * choice is right; nothing here knows it.
 */

import { Animator } from "../table/animate.js";
import { newFrame } from "../table/areas.js";
import { Ask } from "../table/ask.js";
import { make, remembered, setAttribute, setText } from "../table/dom.js";
import { Drag } from "../table/drag.js";
import { Stage } from "../table/draw.js";
import { Fit, shapeOf } from "../table/fit.js";
import { Input } from "../table/input.js";
import { Keyboard } from "../table/keyboard.js";
import { Panels } from "../table/panels.js";
import { prompt } from "../table/prompts.js";
import { lacksField, openFields, swinging, zooming } from "../table/rare.js";
import { Speech } from "../table/speech.js";
import { myChoices, newState } from "../table/state.js";

/** @typedef {import("../table/types.js").Scene} Scene */
/** @typedef {import("../table/types.js").OfferedChoice} Option */
/** @typedef {{ title: string, text: string, seat: number, asks: boolean, point: string[], scene: Scene }} Sheet */
/** @typedef {{ right: boolean, said: string, scene?: Scene }} Answer */

const UNREACHED = "The server cannot be reached. Try again in a moment.";
const CLOCK = /** @type {const} */ ({ kind: "off", seconds: 0, increment: 0 });

class Lessons {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.game = root.dataset.learn ?? "";
    this.steps = Number(root.dataset.steps);
    this.at = 0; // the step that is shown, from 1
    this.asked = 0; // counts wishes, so that a late answer does not overtake a newer one
    this.solved = false;
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {Map<number, Promise<Sheet>>} */
    this.fetched = new Map();
    this.state = newState();
    root.classList.add("table");
    const { areas, seats, middle, foot, air } = newFrame(root);
    this.count = make("p", "l-count");
    this.title = make("h2", "", { tabindex: -1 });
    this.text = make("p", "l-text");
    this.bar = make("progress", "", { max: this.steps, value: 0, "aria-label": "Steps" });
    this.back = make("button", "t-button quiet", { type: "button" }, "Back");
    this.skip = make("button", "t-button quiet", { type: "button" }, "Skip");
    const ways = make("div", "l-ways", {}, this.back, this.skip);
    const head = make("div", "l-head", {}, this.count, this.bar, ways);
    seats.before(make("section", "t-lesson", { "aria-label": "Lesson" }, head, this.title, this.text));
    const near = /** @type {HTMLElement} */ (seats.parentElement); // it may be scrolled, by keyboard too
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Lesson and seats"]]) near.setAttribute(name, value);
    this.ask = new Ask(foot);
    foot.append(areas.hand);
    this.speech = new Speech(root);
    this.stage = new Stage(areas, root.dataset.box ?? "");
    this.fit = new Fit(areas.main);
    this.zoom = zooming(areas.main);
    this.animator = new Animator(air);
    this.panels = new Panels(seats);
    this.input = new Input(root, this.state, this.stage, {
      finger: thing => this.zoom.control?.first(thing) ?? false,
      beside: event => this.zoom.control?.beside(event) ?? null,
      choose: option => this.choose(option),
      refuse: why => this.ask.refuse(why),
      changed: () => this.render(),
      lit: () => {
        this.keyboard.refresh();
        this.zoom.show();
      },
    });
    this.swing = swinging(middle, this.state, option => this.choose(option));
    /** @type {import("../table/rare.js").Aimer | null} where there is an open field */
    this.aimer = null;
    this.drag = new Drag(root, this.input, this.animator);
    this.keyboard = new Keyboard(root, this.input, { undo: () => this.go(this.at - 1), help: () => {}, zoom: key => this.zoom.control?.key(key) ?? false });
    this.back.addEventListener("click", () => this.go(this.at - 1));
    this.skip.addEventListener("click", () => this.go(this.at + 1));
    const known = Number(remembered(`learn.${this.game}`)) || 1;
    this.go(Math.min(known, this.steps));
  }

  /** @param {number} step */
  fetch(step) {
    let sheet = this.fetched.get(step);
    if (!sheet) {
      sheet = ask(`/learn/${this.game}/steps/${step}`);
      this.fetched.set(step, sheet);
      sheet.catch(() => this.fetched.delete(step));
    }
    return sheet;
  }

  /** @param {number} step */
  async go(step) {
    if (step < 1) return;
    if (step > this.steps) return this.end();
    const mine = ++this.asked;
    try {
      const sheet = await this.fetch(step);
      if (lacksField(sheet.scene.screen)) await openFields(this);
      if (mine !== this.asked) return;
      const first = this.at === 0;
      this.at = step;
      this.sheet = sheet;
      this.solved = !sheet.asks;
      remembered(`learn.${this.game}`, String(step));
      this.ask.refuse("");
      this.state.hello = hello(this.game, sheet.seat);
      setText(this.title, sheet.title);
      setText(this.text, sheet.text);
      this.show(sheet.scene);
      if (!first) this.title.focus();
      this.speech.say(`Step ${step} of ${this.steps}. ${sheet.title}. ${sheet.text}`);
      scrollTo({ top: 0 });
      if (step < this.steps) this.fetch(step + 1).catch(() => {}); // soon wanted
    } catch (why) {
      this.ask.refuse(words(why), true);
    }
  }

  /** @param {Scene} scene */
  show(scene) {
    const { state } = this;
    state.touched = [];
    state.sent = null;
    state.view = {
      type: "view", ply: (state.view?.ply ?? 0) + 1, told: [], scene, people: { seats: [], watching: [], watchers: 0, holds: "" },
      clocks: null, can_undo: false, result: null,
    };
    this.animator.around(this.stage, () => {
      const shown = this.stage.show(scene.screen);
      this.fit.fit(shapeOf(scene.screen.zones ?? []));
      return shown;
    });
    this.panels.show(scene.screen.panels ?? [], { me: this.sheet?.seat });
    this.render();
  }

  /** @param {Option} option */
  async choose(option) {
    const { state, at } = this;
    state.sent = { id: "", code: option.code, answered: false };
    this.ask.refuse("");
    this.render();
    try {
      /** @type {Answer} */
      const answer = await ask(`/learn/${this.game}/steps/${at}`, { code: option.code, then: option.then ?? [] });
      if (at !== this.at) return;
      state.sent = null;
      if (answer.right && answer.scene) {
        this.solved = true;
        this.said = answer.said;
        this.show(answer.scene);
        this.speech.say(answer.said);
        this.ask.buttons.querySelector("button")?.focus({ preventScroll: true });
        return;
      }
      this.animator.refuse(this.stage.things.get(option.touch.at(-1) ?? ""));
      this.ask.refuse(answer.said, true);
    } catch (why) {
      state.sent = null;
      this.ask.refuse(words(why), true);
    }
    this.render();
  }

  /** All steps are done: to a table. */
  end() {
    remembered(`learn.${this.game}`, "1");
    remembered("coach", "on");
    setText(this.title, "Now you can play");
    setText(this.text, "Your first game is against an easy bot. A coach looks over your shoulder and says what a good player would do, and why; it can be switched off under More.");
    this.at = this.steps + 1;
    this.solved = true;
    if (this.state.view) this.show({ ...this.state.view.scene, waiting: [], choices: [], offers: [] });
    this.title.focus();
    this.speech.say("That was the last step. Now you can play.");
  }

  render() {
    const { state, sheet, at, steps } = this;
    const over = at > steps;
    setAttribute(this.root, "data-step", at);
    setAttribute(this.root, "data-state", over ? "over" : this.solved ? "solved" : state.sent ? "waiting" : "yours");
    setText(this.count, over ? "Done" : `Step ${at} of ${steps}`);
    this.bar.value = Math.min(at - (this.solved ? 0 : 1), steps);
    setAttribute(this.back, "hidden", at <= 1);
    setAttribute(this.skip, "hidden", this.solved);
    this.input.refresh();
    this.aimer?.refresh();
    this.point(over ? [] : (sheet?.point ?? []));
    const choices = myChoices(state), asks = Boolean(sheet?.asks);
    const label = at === steps ? "Finish" : "Next";
    /** @type {Parameters<Ask["show"]>[0]["deeds"]} */
    const deeds = [];
    if (this.aimer?.aim) deeds.push(this.aimer.deed());
    if (state.touched.length) deeds.push({ name: "back", label: "Put it back", act: () => this.input.cancel() });
    else if (this.solved && !over) deeds.push({ name: "next", label, main: true, act: () => this.go(at + 1) });
    this.ask.show({
      prompt: over ? "Well done." : this.aimer?.aim ? this.aimer.words() : !this.solved ? prompt(state, id => this.input.called(id), () => this.input.goal()) : asks ? this.said ?? "" : "Have a look at the table.",
      help: "",
      fresh: false,
      hint: null,
      deeds,
      buttons: this.input.buttons(),
      only: !choices.next([]).size,
      list: choices.list.every(({ touch }) => !touch.length) ? [] : choices.list,
    });
    this.offer(over);
    this.swing.show();
  }

  /** What comes after the last step. @param {boolean} over */
  offer(over) {
    const here = this.ask.element.querySelector("form");
    if (!over) here?.remove();
    else if (!here) {
      const end = /** @type {HTMLTemplateElement} */ (document.getElementById("end"));
      this.ask.element.append(end.content.cloneNode(true));
    }
  }

  /** Show what the sentences speak of. @param {string[]} ids */
  point(ids) {
    for (const old of this.root.querySelectorAll("[data-point]")) old.removeAttribute("data-point");
    for (const id of ids) (this.input.thing(id) ?? this.stage.zones.get(id))?.setAttribute("data-point", "");
  }
}

/**
 * A learner at a table of lessons.
 * @param {string} game
 * @param {number} seat
 * @returns {import("../table/types.js").Hello}
 */
const hello = (game, seat) => ({
  type: "hello", protocol: 1, table: "", status: "playing", seat, game, title: "", rules: 1, options: {}, names: [],
  clock: CLOCK, commitment: "", seek: false, hints: false,
});

/** @param {string} path @param {object} [body] */
async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error.sentence);
  return told;
}

/** What went wrong, for people. @param {unknown} why */
const words = why => (why instanceof TypeError ? UNREACHED : why instanceof Error ? why.message : String(why));

new Lessons(/** @type {HTMLElement} */ (document.getElementById("table")));
