/**
 * Walks a person through the touches that make a choice: what can be touched next is alight, a touch that leads nowhere
 * says why, and when only one choice is left at the end of the way it is sent.
 */

import { setAttribute, make } from "./dom.js";
import { whyNot } from "./prompts.js";
import { myChoices } from "./state.js";

/** @typedef {import("./types.js").OfferedChoice} Option */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./draw.js").Stage} Stage */

const MANY = 20; // things that can be touched next, from which on a hasty game does not show them all

export class Input {
  /**
   * @param {HTMLElement} root
   * @param {State} state
   * @param {Stage} stage
   * @param {{
   *   choose: (option: Option) => void, refuse: (why: string) => void, changed: () => void,
   *   finger: (thing: HTMLElement) => boolean, beside: (event: MouseEvent) => HTMLElement | null, lit: () => void,
   * }} on `finger`: one is about to touch this; is there something to be done first? `beside`: what is meant by one that
   *   touched nothing? `lit`: other things are alight now
   */
  constructor(root, state, stage, on) {
    this.root = root;
    this.state = state;
    this.stage = stage;
    this.on = on;
    /** @type {Set<HTMLElement>} what is alight or hinted at */
    this.marked = new Set();
    /** @type {Set<HTMLElement>} what is picked up */
    this.picked = new Set();
    /** @type {(() => void) | null} lights what can be touched, if that has not been done yet */
    this.later = null;
    /** @type {HTMLElement | null} what was picked up, where it would go */
    this.shade = null;
    /** @type {Element | null} the place that somebody points at */
    this.aim = null;
    /** @type {import("./draw.js").Drawn | null} what was picked up and turned */
    this.turned = null;
    root.addEventListener("click", event => this.clicked(event));
    root.addEventListener("pointerover", event => this.point(event.target));
    root.addEventListener("focusin", event => this.point(event.target));
    root.addEventListener("scroll", () => this.shade && this.ghost(this.aim), true); // it goes with its place
  }

  // ---- what can be touched -------------------------------------------------------------------------------------------

  /** What can be touched next, and the choice it would make. */
  next() {
    return myChoices(this.state).next(this.state.touched);
  }

  /** Choices that are made with a button, and not by stopping what swings. */
  buttons() {
    const { touched, view } = this.state,
      { first = 1, last = 0 } = view?.scene.screen.swing ?? {};
    return touched.length ? [] : myChoices(this.state).buttons().filter(({ code }) => code < first || code > last);
  }

  /** @param {string} id @returns {HTMLElement | null} */
  thing(id) {
    return this.stage.things.get(id) ?? this.root.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  /** The piece that is meant by this: the piece itself, or what lies on top in that place. @param {string} id */
  pieceAt(id) {
    const top = this.stage.things.get(id)?.querySelector(":scope > .piece:not([data-flat]):last-of-type");
    return this.stage.pieces.get(id) ?? this.stage.pieces.get(top?.getAttribute("data-id") ?? "");
  }

  /** What something is called in short: "space 7" of "space 7, 3 × red cube". @param {string} id */
  called(id) {
    return (this.thing(id)?.dataset.say ?? "").split(/[:,]/)[0] || "that";
  }

  /** What is to be touched now, for a sentence. */
  goal() {
    const next = this.next();
    if (this.unseen(next.size)) return "where it goes";
    const things = [...next.keys()].map(id => this.thing(id)),
      kinds = new Set(things.map(thing => thing?.dataset.kind));
    const called = things.every(thing => thing?.classList.contains("spot"))
      ? "places"
      : things.length > 1 && kinds.size === 1 && kinds.has("block")
        ? "cubes"
        : kinds.size === 1 && kinds.has("card")
          ? "cards"
          : "";
    return things.length < 2 ? "what is alight" : called ? `one of the lit ${called}` : "one of those alight";
  }

  /** Are so many things alight in a hasty game that it is not shown? @param {number} n */
  unseen(n) {
    return n >= MANY && "brisk" in this.root.dataset;
  }

  /** Show what can be touched now. */
  refresh() {
    const { state } = this;
    if (!myChoices(state).allows(state.touched)) state.touched = [];
    const picked = state.asked?.touch ?? state.touched;
    this.pick(picked);
    this.turnPicked(picked);
    const next = state.asked ? new Map() : this.next(),
      hinted = myChoices(state).find(state.hint)?.touch[state.touched.length];
    const light = (this.later = () => {
      this.later = null;
      setAttribute(this.root, "data-picking", state.touched.length > 0);
      for (const element of this.marked) if (!next.has(element.dataset.id ?? "")) this.unmark(element);
      for (const [id, option] of next) {
        const element = this.thing(id);
        if (element) this.mark(element, id, option, hinted === id);
      }
      this.on.lit();
    });
    // The card in the hand is seen to be picked up, and does not wait for hundreds of places that are not.
    if (!this.unseen(next.size + this.marked.size)) light();
    else requestAnimationFrame(() => setTimeout(() => this.later === light && light()));
    const { aim } = this;
    this.point(document.activeElement);
    if (!this.shade && aim?.hasAttribute("data-live")) this.ghost(aim); // turned, or others have moved
  }

  /** Now: somebody is about to use what is alight. */
  settle() {
    this.later?.();
  }

  /** @param {string[]} ids */
  pick(ids) {
    const picked = new Set(ids.flatMap(id => this.thing(id) ?? []));
    for (const element of this.picked) if (!picked.has(element)) setAttribute(element, "data-picked", null);
    for (const element of picked) setAttribute(element, "data-picked", true);
    this.picked = picked;
  }

  /** What was picked up is turned as was touched after it. @param {string[]} picked */
  turnPicked([first, ...rest]) {
    const piece = this.stage.pieces.get(first);
    if (this.turned && this.turned !== piece) {
      const { element, piece: old } = this.turned;
      element.style.setProperty("--turned", `${old.turned ?? 0}deg`);
      this.turned = null;
    }
    if (!piece) return;
    const by = rest.reduce((sum, id) => sum + (this.stage.pieces.get(id)?.piece.turned ?? 0), 0);
    if (!by && !this.turned) return;
    this.turned = piece;
    piece.element.style.setProperty("--turned", `${(piece.piece.turned ?? 0) + by}deg`);
  }

  /** @param {HTMLElement} element @param {string} id @param {Option | null} option @param {boolean} hinted */
  mark(element, id, option, hinted) {
    const preview = option ? outcome(option.label) : "";
    this.marked.add(element);
    setAttribute(element, "data-live", true);
    setAttribute(element, "data-hint", hinted);
    setAttribute(element, "data-touch", id);
    setAttribute(
      element,
      "aria-label",
      `${element.dataset.say ?? element.textContent}, can be touched${preview ? `: ${preview}` : ""}`,
    );
    if (element.getAttribute("role") !== "gridcell") setAttribute(element, "role", "button");
    setAttribute(element, "aria-hidden", null);
    if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
    let chip = element.querySelector(":scope > .preview");
    if (!preview) {
      chip?.remove();
    } else {
      if (!chip) element.append((chip = make("span", "preview", { "aria-hidden": "true" })));
      if (chip.textContent !== preview) chip.textContent = preview;
    }
  }

  /** @param {HTMLElement} element */
  unmark(element) {
    this.marked.delete(element);
    for (const name of ["data-live", "data-hint"]) element.removeAttribute(name);
    element.querySelector(":scope > .preview")?.remove();
    const piece = element.classList.contains("piece"),
      inSpot = piece && element.parentElement?.classList.contains("spot");
    if (element.dataset.say) setAttribute(element, "aria-label", element.dataset.say);
    if (piece) setAttribute(element, "role", inSpot ? null : "img");
    if (inSpot || element.classList.contains("seat")) {
      for (const name of ["data-touch", "tabindex"]) element.removeAttribute(name);
      setAttribute(element, "aria-hidden", inSpot ? "true" : null);
      if (!inSpot) setAttribute(element, "role", null);
    }
  }

  // ---- touching ------------------------------------------------------------------------------------------------------

  /**
   * Somebody touches this.
   * @param {string} id
   * @returns {boolean} did it lead anywhere?
   */
  touch(id) {
    const { state } = this;
    if (state.asked) this.cancel();
    const next = this.next();
    if (next.has(id)) {
      state.touched = [...state.touched, id];
      this.follow();
      return true;
    }
    if (state.touched.at(-1) === id) {
      state.touched = state.touched.slice(0, -1);
      this.on.changed();
      return true;
    }
    const picked = state.touched.at(-1),
      why = whyNot(state, this.thing(id)?.dataset.say ?? "", picked ? this.called(picked) : "");
    // Something else instead of what was touched last, or before that.
    for (let k = state.touched.length - 1; k >= 0; k--)
      if (myChoices(state).next(state.touched.slice(0, k)).has(id)) {
        state.touched = [...state.touched.slice(0, k), id];
        this.follow();
        return true;
      }
    state.touched = [];
    this.on.changed();
    this.on.refuse(why);
    return false;
  }

  /** Something was touched: that was the last touch of a choice, or there is more to touch. */
  follow() {
    const { state } = this;
    const made = myChoices(state).made(state.touched);
    if (!made || made.aim) {
      this.on.changed(); // there is more to touch, or a point to be aimed at
    } else if (state.confirm) {
      this.ask(made);
    } else {
      state.touched = [];
      this.on.choose(made);
    }
  }

  /** Make a choice that has a button. @param {string} key */
  press(key) {
    const option = myChoices(this.state).named(key);
    if (!option) return;
    if (option.aim) {
      this.state.touched = option.touch; // where is still to be said
      this.on.changed();
    } else if (this.state.confirm) this.ask(option);
    else this.on.choose(option);
  }

  /** Wait for a last "yes". @param {Option} option */
  ask(option) {
    this.state.touched = [];
    this.state.asked = option;
    this.on.changed();
  }

  /** The last "yes". */
  confirm() {
    const option = this.state.asked;
    this.state.asked = null;
    if (option) this.on.choose(option);
  }

  /** Put everything back. @returns {boolean} was there anything to put back? */
  cancel() {
    const { state } = this;
    if (!state.touched.length && !state.asked) return false;
    state.touched = [];
    state.asked = null;
    this.on.changed();
    return true;
  }

  // ---- fingers and mice ----------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest("[data-choice]");
    if (button) {
      this.press(button.getAttribute("data-choice") ?? "");
      return;
    }
    if (target.closest("button, a, input, summary, label, dialog, .t-talk")) return;
    this.settle();
    const finger = /** @type {PointerEvent} */ (event).pointerType === "touch",
      thing = /** @type {HTMLElement | null} */ (target.closest("[data-live]")) ?? (finger && !target.closest("[data-picked]") ? this.on.beside(event) : null),
      id = touchedId(thing ?? target);
    if (thing && finger && this.on.finger(thing)) {
      this.ghost(thing); // its place is elsewhere now, and larger
      return;
    }
    if (id) this.touch(id);
    else this.cancel();
  }

  /** What somebody points at lights up what would come of it. @param {EventTarget | null} target */
  point(target) {
    if (this.root.hasAttribute("data-dragging")) return; // then only what is dragged lights things up
    for (const lit of this.root.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
    const live = target instanceof Element ? target.closest("[data-live]") : null;
    const touched = live?.getAttribute("data-touch") ?? "";
    for (const id of this.stage.lights.get(touched) ?? this.way(touched)) this.thing(id)?.setAttribute("data-lit", "");
    this.ghost(live);
  }

  /** The places on the way of what was picked up to this one. @param {string} id */
  way(id) {
    return this.stage.ways[[...this.state.touched, id].join(" ")] ?? [];
  }

  /** What was picked up, half seen, over the empty place that somebody points at. @param {Element | null} live */
  ghost(live) {
    this.shade?.remove();
    this.shade = null;
    this.aim = live;
    const { touched } = this.state,
      picked = this.stage.pieces.get(touched[0]);
    if (!picked || !live?.classList.contains("spot") || live.querySelector(".piece")) return;
    const like =
      live.closest(".zone")?.querySelector(`.piece[data-kind="${picked.piece.face.kind}"]`) ?? picked.element;
    const { width, height } = like.getBoundingClientRect(),
      at = live.getBoundingClientRect();
    const turned = touched.reduce((sum, id) => sum + (this.stage.pieces.get(id)?.piece.turned ?? 0), 0);
    this.shade = make("div", "piece ghost", { "aria-hidden": "true" });
    this.shade.append(/** @type {Node} */ (picked.element.querySelector("svg")?.cloneNode(true)));
    Object.assign(this.shade.style, {
      left: `${at.x + (at.width - width) / 2}px`,
      top: `${at.y + (at.height - height) / 2}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.shade.style.setProperty("--turned", `${turned}deg`);
    this.root.append(this.shade);
  }
}

/**
 * The id of what is touched: the nearest thing that is alight, else the nearest thing at all.
 * @param {Element | null} target
 */
export function touchedId(target) {
  return (target?.closest("[data-live]") ?? target?.closest("[data-touch]"))?.getAttribute("data-touch") ?? "";
}

/** What comes of a choice, if its label says so after a colon: "+2 green". @param {string} label */
const outcome = label => label.split(": ").slice(1).join(": ");
