/**
 * The table: one page for every game. It has no rules in it. The server says how the table looks and what may be touched;
 * this shows it, walks a person through the touches, and sends the choice.
 */

import { Animator } from "./animate.js";
import { newFrame } from "./areas.js";
import { Ask } from "./ask.js";
import { Bar } from "./bar.js";
import { Chat } from "./chat.js";
import { keyOf } from "./choices.js";
import { Clocks } from "./clocks.js";
import { showControls } from "./controls.js";
import { Curtain } from "./curtain.js";
import { remembered } from "./dom.js";
import { Drag } from "./drag.js";
import { Stage } from "./draw.js";
import { Fit, shapeOf } from "./fit.js";
import { Input } from "./input.js";
import { Keyboard } from "./keyboard.js";
import { Log } from "./log.js";
import { Notice } from "./notice.js";
import { Panels } from "./panels.js";
import { Past } from "./past.js";
import { Explainer, prompt } from "./prompts.js";
import { lacksField, openFields, ringing, swinging, zooming } from "./rare.js";
import { ResultSheet, headline } from "./result.js";
import { Line } from "./socket.js";
import { play } from "./sound.js";
import { Speech } from "./speech.js";
import { isMyTurn, mySeat, myChoices, names, newState } from "./state.js";
import { Talk } from "./sidebar.js";
import { Title } from "./title.js";
import { callNames, screenWithNames, withNames } from "./words.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").OfferedChoice} Option */

/**
 * @typedef {object} Options
 * @property {string} [table] the table's id
 * @property {string} [socketUrl] where its socket is
 * @property {string} [box] whose look the pieces have
 * @property {string} [rematchUrl] where a rematch is asked for, if the server offers one
 */

const MOST_SAID = 4; // sentences that are read aloud at once
const UNDRAWN = "A part of the page is missing. Load it again.";
const LATER = 2200; // milliseconds that the last move is seen before the result covers it

/**
 * Bring a table to life.
 * @param {HTMLElement} root
 * @param {Options} [options] else what the element's data attributes say
 */
export function mount(root, options = {}) {
  return new TablePage(root, options);
}

export class TablePage {
  /** @param {HTMLElement} root @param {Options} options */
  constructor(root, options) {
    const id = options.table ?? root.dataset.table ?? "",
      scheme = location.protocol === "https:" ? "wss" : "ws";
    this.root = root;
    /** @type {Promise<void> | undefined} kept when all that was revealed has been seen */
    this.revealed = undefined;
    /** @type {(() => void) | undefined} takes away what is being revealed */
    this.unreveal = undefined;
    this.held = 0; // the timer of what is being looked at
    /** @type {import("./types.js").View[]} what has come since */
    this.later = [];
    this.state = newState();
    this.state.confirm = remembered("confirm") === "on";
    this.state.coach = remembered("coach") === "on";
    root.classList.add("table");
    root.dataset.state = "waiting";
    root.dataset.ply = "0";
    const box = (root.dataset.box = options.box ?? root.dataset.box ?? "");

    const deeds = {
      undo: () => this.undo(),
      hint: () => this.askHint(),
      leave: () => this.deed("leave"),
      back: () => this.deed("return"),
      look: () => this.past.step(-1),
      resign: () => this.deed("resign"),
      propose: (/** @type {"draw" | "abandon" | "takeback"} */ what) => this.send({ type: "propose", what }),
      confirm: (/** @type {boolean} */ on) => this.setConfirm(on),
      coach: (/** @type {boolean} */ on) => this.setCoach(on),
    };
    this.bar = new Bar(root, deeds);
    this.notice = new Notice(help => this.help(help));
    root.append(this.notice.element);
    const { areas, seats, middle, foot, side, air } = newFrame(root);
    this.ask = new Ask(foot);
    foot.append(areas.hand);
    this.talk = new Talk(side);
    this.speech = new Speech(root);

    this.stage = new Stage(areas, box);
    this.fit = new Fit(areas.main);
    this.animator = new Animator(air);
    this.panels = new Panels(seats);
    this.clocks = new Clocks(seats, sentence => this.speech.say(sentence));
    this.ring = ringing(root, areas.main, this.state, sentence => this.speech.say(sentence));
    this.log = new Log(this.talk.story);
    this.chat = new Chat(this.talk.chat, {
      say: text => this.send({ type: "say", text }),
      heard: lines => this.heard(lines),
    });
    this.result = new ResultSheet(root, {
      replay: `/replays/${id}`,
      analysis: "brisk" in root.dataset ? "" : `/replays/${id}/analysis`, // a race is not weighed
      again: root.dataset.game ? `/new/${root.dataset.game}` : "/",
      rematch: options.rematchUrl ?? root.dataset.rematch ?? "",
      share: root.dataset.share ?? "",
      lobby: "/",
    }, "together" in root.dataset);
    this.curtain = new Curtain(root, () => this.uncover());
    this.zoom = zooming(areas.main);
    this.input = new Input(root, this.state, this.stage, {
      finger: thing => this.zoom.control?.first(thing) ?? false,
      beside: event => this.zoom.control?.beside(event) ?? null,
      choose: option => this.choose(option),
      refuse: why => this.refuse(why),
      changed: () => this.render(),
      lit: () => {
        this.keyboard.refresh();
        this.zoom.show();
      },
    });
    this.swing = swinging(middle, this.state, option => this.choose(option));
    /** @type {import("./rare.js").Aimer | null} where there is an open field */
    this.aimer = null;
    this.drag = new Drag(root, this.input, this.animator);
    this.keyboard = new Keyboard(root, this.input, { undo: () => this.undo(), help: () => this.bar.menu.showModal(), zoom: key => this.zoom.control?.key(key) ?? false });
    this.past = new Past(this, id);
    areas.main.before(this.past.element);
    this.explainer = new Explainer();
    this.title = new Title();
    document.addEventListener("visibilitychange", () => this.title.call(isMyTurn(this.state)));
    this.line = new Line(options.socketUrl ?? `${scheme}://${location.host}/ws/${id}`, {
      message: message => this.receive(message),
      line: (line, why) => this.lineChanged(line, why),
      since: () => this.log.ply,
    });
  }

  // ---- what the server says ------------------------------------------------------------------------------------------

  /** @param {Message} message */
  receive(message) {
    switch (message.type) {
      case "hello":
        return this.welcome(message);
      case "view":
        return this.view(message);
      case "chat":
        return this.chat.add(message.lines);
      case "presence":
        this.state.people = message.people;
        return this.render();
      case "ack":
        if (message.id == null && message.error) this.refuse(message.error.sentence);
    }
  }

  /** @param {import("./types.js").Hello} hello */
  welcome(hello) {
    const { state } = this,
      before = mySeat(state);
    // At a shared screen the first who looks is asked too: another's hand may lie open there.
    const begun = hello.status !== "open" && hello.status !== "over",
      passed = hello.seat != null && hello.seat !== before && (before != null || (begun && "shared" in this.root.dataset));
    if (state.hello && hello.seat !== before) {
      this.log.clear(); // another seat has seen other things
      this.past.forget();
      this.line.sync();
    }
    state.hello = hello;
    this.chat.allow(hello.seat != null);
    state.shared ||= passed;
    if (passed && !("open" in this.root.dataset)) {
      state.covered = true;
      state.touched = [];
      state.asked = null;
      this.animator.land();
      this.curtain.fall(callNames(hello.names)[hello.seat ?? 0]);
    }
    this.render();
  }

  uncover() {
    this.state.covered = false;
    if (this.state.view) this.draw(this.state.view, []);
    this.render();
  }

  /** @param {import("./types.js").View} view */
  view(view) {
    if (this.held) {
      this.later.push(view); // what was revealed is still being looked at
      return;
    }
    if (lacksField(view.scene.screen)) {
      this.later.push(view);
      this.held = -1;
      openFields(this).then(() => this.goOn(), () => this.ask.refuse(UNDRAWN, true));
      return;
    }
    const { pause = 0 } = view.scene.screen,
      looked = pause && this.state.view && this.state.view.ply !== view.ply && this.animator.moves;
    if (looked) this.held = setTimeout(() => this.goOn(), pause);
    this.show(view, Boolean(looked));
  }

  /** Show what has come while something was looked at. */
  goOn() {
    clearTimeout(this.held);
    this.held = 0;
    this.unreveal?.();
    this.unreveal = undefined;
    for (const view of this.later.splice(0)) this.view(view);
  }

  /** @param {import("./types.js").View} view @param {boolean} [looked] is something revealed that is to be looked at? */
  show(view, looked = false) {
    const { state } = this,
      before = state.view,
      mine = isMyTurn(state) && !state.sent;
    state.view = view;
    state.people = view.people;
    this.clocks.show(view.clocks, mySeat(state));
    this.ring.show();
    if (state.sent?.answered) state.sent = null;
    if (before?.ply !== view.ply) {
      state.hint = null;
      state.asked = null;
    }
    const words = this.log.add(view.told, callNames(names(state)));
    const report = this.draw(view, before ? words : []);
    if (looked && report) this.revealed = import("./rare/reveal.js").then(({ reveal }) => reveal(this, view.scene.screen, report.came));
    this.render();
    this.call(words, before, mine);
  }

  /** @param {import("./types.js").View} view @param {string[]} words */
  draw(view, words) {
    if (this.state.covered || this.state.past) return null;
    const focus =
      document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement)
        ? document.activeElement
        : null;
    const report = this.drawScreen(view.scene.screen);
    if (words.length && document.visibilityState === "visible") {
      const dice = [...report.turned.map(({ drawn }) => drawn), ...report.came].some(
        ({ piece }) => piece.face.kind === "die",
      );
      play(dice ? "dice" : "move");
    }
    // An element that was put elsewhere loses the focus on the way.
    if (focus && document.activeElement !== focus)
      (focus.isConnected ? focus : this.stage.things.get(focus.dataset.id ?? ""))?.focus({ preventScroll: true });
    return report;
  }

  /** @param {import("./types.js").Screen} seen */
  drawScreen(seen) {
    return this.animator.around(this.stage, () => {
      const screen = screenWithNames(seen, callNames(names(this.state)));
      const shown = this.stage.show(screen);
      this.fit.fit(shapeOf(screen.zones ?? []));
      return shown;
    });
  }

  /**
   * Say what has happened, and whose turn it is now.
   * @param {string[]} words
   * @param {import("./types.js").View | null} before
   * @param {boolean} mine was it our turn before?
   */
  call(words, before, mine) {
    const { state } = this,
      view = state.view;
    if (!view) return;
    if (state.covered) return;
    const asked = isMyTurn(state) && (!mine || words.length > 0);
    // Whoever comes to a match that goes on need not hear all of it.
    this.speech.say(...(before ? words.slice(-MOST_SAID) : []), asked ? `Your turn. ${this.prompt()}` : "");
    if (isMyTurn(state) && !mine && before) play("turn");
    this.title.call(isMyTurn(state));
    if (isMyTurn(state) && state.coach && state.hello?.hints && before?.ply !== view.ply) this.askHint(true);
    if (view.result && !this.result.shown) this.end(view.result, words, before != null);
  }

  /** @param {import("./types.js").Result} result @param {string[]} words @param {boolean} live did we see it happen? */
  end(result, words, live) {
    const { state } = this,
      me = mySeat(state),
      { verdict = "", headline: own = "" } = state.view?.scene.screen ?? {};
    const said = words.slice(-2).filter(sentence => !withNames(verdict, callNames(names(state))).includes(sentence));
    this.result.fill(result, {
      names: names(state),
      me,
      verdict,
      own,
      commitment: state.hello?.commitment ?? "",
      told: said,
    });
    this.speech.say(`${headline(result, callNames(names(state)), me, own, this.result.together)}.`);
    this.result.shown = true;
    this.render(); // from now on there is a way to the result and to another match
    if (live) {
      play("over");
      const seen = new Promise(done => setTimeout(done, this.animator.moves ? LATER : 0));
      Promise.all([seen, this.revealed]).finally(() => this.result.open());
    }
  }

  /** @param {import("./types.js").ChatLine[]} lines */
  heard(lines) {
    this.talk.heard(lines.length);
    if (!this.state.view && !this.state.people) return; // what was said before we came
    play("talk");
    if (lines.length === 1) this.speech.say(`${lines[0].name} says: ${lines[0].text}`);
  }

  /** @param {import("./state.js").State["line"]} line @param {string} why */
  lineChanged(line, why) {
    if (line === "waiting" && this.state.line === "open") this.speech.say("The connection is lost. Trying again.");
    if (line === "open" && this.state.line !== "open" && this.state.view) this.speech.say("Connected again.");
    this.state.line = line;
    this.state.trouble = why;
    this.render();
  }

  // ---- what we say ---------------------------------------------------------------------------------------------------

  /** @param {Record<string, unknown>} command */
  async send(command) {
    const { answer } = this.line.send(command),
      ack = await answer;
    if (!ack.ok && ack.error) this.refuse(ack.error.sentence);
    return ack;
  }

  /** @param {Option} option */
  async choose(option) {
    const { state } = this,
      ply = state.view?.ply ?? 0;
    const { id, answer } = this.line.send({ type: "choose", ply, code: option.code, ...(option.then?.length && { then: option.then }) });
    state.sent = { id, code: option.code, answered: false };
    this.ask.refuse("");
    this.goOn();
    this.animator.send(this.stage, option.touch);
    this.zoom.control?.rest();
    this.render();
    const ack = await answer;
    if (state.sent?.id !== id) return;
    if (ack.ok) {
      state.sent.answered = true;
      if ((state.view?.ply ?? 0) > ply) state.sent = null; // its view was here before its answer
    } else {
      state.sent = null;
      this.animator.refuse(this.stage.things.get(option.touch.at(-1) ?? ""));
      if (ack.error) this.refuse(ack.error.sentence);
      this.line.sync();
    }
    this.render();
  }

  async undo() {
    const { state } = this;
    if (!state.view?.can_undo || state.sent) return;
    await this.send({ type: "undo", ply: state.view.ply });
  }

  /** @param {"leave" | "return" | "resign"} type */
  async deed(type) {
    this.input.cancel();
    await this.send({ type });
  }

  /** The button of a notice was pressed. @param {string} help */
  help(help) {
    if (help === "reload") location.reload();
    else if (help === "return") this.deed("return");
    else if (help === "no" || help === "withdraw") this.send({ type: "decline" });
    else this.send({ type: "propose", what: help });
  }

  /** @param {boolean} [quiet] nobody asked for it: if there is none, nothing is said */
  async askHint(quiet = false) {
    const { state } = this,
      ply = state.view?.ply ?? 0,
      wish = { type: "hint", ply };
    const ack = /** @type {{ ok: boolean, advice?: import("./types.js").Advice[] }} */ (
      quiet ? await this.line.send(wish).answer : await this.send(wish)
    );
    if (quiet && (state.view?.ply !== ply || state.touched.length)) return; // it comes too late
    const [best] = ack.advice ?? [],
      option = best && (myChoices(state).named(keyOf(best)) ?? myChoices(state).find(best.code));
    if (!option) return;
    state.hint = option.code;
    state.advised = best.then ?? [];
    state.advice = `Hint: ${withNames(option.label, callNames(names(state)))}${this.aimer?.hinted(option, state.advised) ?? ""}. It ${best.worth}.`;
    state.touched = [];
    this.render();
    this.speech.say(state.advice);
  }

  /** @param {boolean} on */
  setCoach(on) {
    this.state.coach = on;
    this.state.hint = null;
    if (on && isMyTurn(this.state)) this.askHint(true);
    this.render();
  }

  /** @param {boolean} on */
  setConfirm(on) {
    this.state.confirm = on;
    this.input.cancel();
  }

  render() {
    showControls(this);
    this.swing.show();
  }

  prompt() {
    if (this.aimer?.aim && !this.state.asked) return this.aimer.words();
    return prompt(this.state, id => this.input.called(id), () => this.input.goal());
  }

  /** @param {string} why */
  refuse(why) {
    this.ask.refuse(withNames(why, callNames(names(this.state))));
  }
}

const here = document.getElementById("table");
if (here?.dataset.table) mount(here);
