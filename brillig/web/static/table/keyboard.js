/** The table without a mouse: arrows go to the next thing in that direction, Enter touches it, Esc puts it back. */

import { myChoices } from "./state.js";

/** @typedef {import("./input.js").Input} Input */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const THINGS = "[data-touch]";

export class Keyboard {
  /**
   * @param {HTMLElement} root
   * @param {Input} input
   * @param {{ undo: () => void, help: () => void, zoom: (key: string) => boolean }} on
   */
  constructor(root, input, on) {
    this.root = root;
    this.input = input;
    this.on = on;
    root.addEventListener("keydown", event => this.key(event));
    root.addEventListener("focusin", event => this.rove(event.target));
    // Whoever has touched nothing yet may use the keys of a hasty game too.
    document.addEventListener("keydown", event => {
      if (event.target === document.body && this.meant(event.key)) this.key(event);
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    this.input.settle();
    if (event.defaultPrevented || event.altKey || target.closest("input, textarea, select, dialog")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") this.on.undo();
    else if (event.ctrlKey || event.metaKey || !this.act(event.key, target)) return;
    event.preventDefault();
  }

  /** What a key touches on this screen, if that leads anywhere now, or instead of what was touched. @param {string} key */
  meant(key) {
    const { state } = this.input,
      id = state.view?.scene.screen.keys?.[key] ?? "",
      begun = [...state.touched, ""].map((_, k) => state.touched.slice(0, k));
    return begun.some(touched => myChoices(state).next(touched).has(id)) ? id : "";
  }

  /** @param {string} key @param {HTMLElement} target @returns {boolean} was the key meant for us? */
  act(key, target) {
    const thing = /** @type {HTMLElement | null} */ (target.closest(THINGS)),
      meant = this.meant(key);
    // Space and arrows mean something to a button already; figures do not.
    if (meant && (/^\d$/.test(key) || !target.closest("button, a, summary, .t-talk"))) return this.input.touch(meant);
    if (key in ARROWS && !target.closest("[role=tablist], .t-talk")) {
      const next = thing ? beside(thing, ARROWS[key], this.things()) : this.entrance();
      next?.focus();
      return Boolean(next);
    }
    if ((key === "Enter" || key === " ") && thing && target === thing) {
      if (this.input.touch(thing.dataset.touch ?? "")) this.goOn(thing);
      return true;
    }
    if (key === "Escape") return this.input.cancel();
    if (key === "?") this.on.help();
    else if (key === "l" || key === "L") this.nextLive(thing, key === "l" ? 1 : -1)?.focus();
    else if (this.on.zoom(key)) return true;
    else if (/^[1-9]$/.test(key)) return this.button(Number(key));
    else return false;
    return true;
  }

  /** @param {number} number @returns {boolean} */
  button(number) {
    const button = /** @type {HTMLElement | undefined} */ (this.root.querySelectorAll("[data-choice]")[number - 1]);
    button?.click();
    return Boolean(button);
  }

  /** Everything that can be gone to. */
  things() {
    return /** @type {HTMLElement[]} */ (
      [...this.root.querySelectorAll(THINGS)].filter(e => e.getClientRects().length)
    );
  }

  /** Something was picked up: go to where it could be put. @param {HTMLElement} thing */
  goOn(thing) {
    this.input.settle();
    if (this.input.state.touched.length) nearestOf(thing, this.live())?.focus();
  }

  live() {
    return this.things().filter(e => e.hasAttribute("data-live"));
  }

  entrance() {
    return this.live()[0] ?? this.things()[0];
  }

  /** @param {HTMLElement | null} thing @param {number} step */
  nextLive(thing, step) {
    const live = this.live(),
      at = thing ? live.indexOf(thing) : -1;
    if (at < 0) return step > 0 ? live[0] : live.at(-1);
    return live[(at + step + live.length) % live.length];
  }

  /** The Tab key stops once in every zone: at what had the focus there last, or can be touched. */
  refresh() {
    for (const zone of this.root.querySelectorAll(".zone")) {
      const things = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll(THINGS)]);
      const stop =
        things.find(e => e === document.activeElement) ??
        things.find(e => e.hasAttribute("data-live")) ??
        things.find(e => e.tabIndex === 0) ??
        things[0];
      for (const thing of things) {
        const index = thing === stop ? 0 : -1;
        if (thing.tabIndex !== index) thing.tabIndex = index;
      }
    }
    for (const seat of this.root.querySelectorAll(".seat[data-live]")) seat.setAttribute("tabindex", "0");
  }

  /** @param {EventTarget | null} target */
  rove(target) {
    const thing = target instanceof HTMLElement ? target.closest(THINGS) : null;
    for (const other of thing?.closest(".zone")?.querySelectorAll(`${THINGS}[tabindex="0"]`) ?? []) {
      if (other !== thing) other.setAttribute("tabindex", "-1");
    }
    if (thing instanceof HTMLElement && thing.tabIndex !== 0) thing.tabIndex = 0;
  }
}

/** @param {Element} element */
function centre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/**
 * The next thing in a direction: in the same zone if there is one, else anywhere.
 * @param {HTMLElement} from
 * @param {[number, number]} way
 * @param {HTMLElement[]} things
 */
function beside(from, way, things) {
  const zone = from.closest(".zone"),
    [x, y] = centre(from);
  const best = (/** @type {HTMLElement[]} */ among) => {
    let found = null,
      least = Infinity;
    for (const thing of among) {
      const [a, b] = centre(thing),
        along = (a - x) * way[0] + (b - y) * way[1];
      const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      if (thing === from || along < 3) continue;
      const far = along + 3 * aside;
      if (far < least) [found, least] = [thing, far];
    }
    return found;
  };
  return best(things.filter(thing => zone?.contains(thing))) ?? best(things);
}

/** @param {HTMLElement} from @param {HTMLElement[]} things */
function nearestOf(from, things) {
  const [x, y] = centre(from);
  const far = (/** @type {HTMLElement} */ thing) => Math.hypot(centre(thing)[0] - x, centre(thing)[1] - y);
  return things.filter(thing => thing !== from).sort((a, b) => far(a) - far(b))[0];
}
