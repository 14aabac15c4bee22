/** Panels: who sits where, whose turn it is, and what is counted for each seat and for the table. */

import { colour, inkOn, letter } from "../art/colours.js";
import { emblem } from "../art/face.js";
import { arrange, make, setAttribute, setStyle, setText } from "./dom.js";
import { callNames, capital, withNames } from "./words.js";

/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Sitter} Sitter */

/**
 * What is known of the seats besides their panels.
 * @typedef {{ names?: string[], seats?: Sitter[], me?: number | null }} Who
 */

const FLOAT = 1400; // milliseconds that a change of a number is seen

export class Panels {
  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.holder = holder;
    /** @type {Map<string, HTMLElement>} */
    this.drawn = new Map();
    /** @type {Map<string, string | number>} the counters as they were last shown */
    this.counted = new Map();
  }

  /** @param {Panel[]} panels @param {Who} who */
  show(panels, who) {
    const called = callNames(who.names ?? []);
    const order = [...panels.filter(p => p.seat < 0), ...panels.filter(p => p.seat >= 0)];
    arrange(
      this.holder,
      order.map(panel => this.panel(panel, who, called)),
    );
    const seats = panels.filter(p => p.seat >= 0).length;
    setStyle(this.holder, "--seats", seats);
    setAttribute(this.holder, "data-seats", String(seats));
    for (const element of [this.holder, this.holder.closest(".table")])
      if (element) setAttribute(element, "data-several", panels.length > 3);
    setAttribute(this.holder, "data-many", panels.length > 5 && String(seats));
    setAttribute(this.holder, "data-empty", !panels.length);
  }

  /** @param {Panel} panel @param {Who} who @param {string[]} called */
  panel(panel, who, called) {
    let element = this.drawn.get(panel.id);
    if (!element) {
      element = make(
        "section",
        "seat",
        { "data-id": panel.id, "data-of": panel.seat },
        make("div", "seat-head"),
        make("dl", "counters"),
        make("ul", "lamps", { role: "list" }),
      );
      this.drawn.set(panel.id, element);
    }
    const [head, counters, lamps] = /** @type {HTMLElement[]} */ ([...element.children]);
    const mine = panel.seat >= 0 && panel.seat === who.me;
    const name = withNames(panel.title, called);
    setAttribute(element, "data-turn", Boolean(panel.turn));
    setAttribute(element, "data-mine", mine);
    setAttribute(element, "data-say", name);
    setAttribute(element, "aria-label", `${name}${mine ? ", you" : ""}${panel.turn ? ", to decide" : ""}`);
    this.head(head, panel, name, mine, who.seats?.[panel.seat]);
    this.counters(counters, panel);
    arrange(
      lamps,
      Object.entries(panel.lamps ?? {}).map(([lamp, state]) => this.lamp(lamps, lamp, state)),
    );
    setAttribute(lamps, "hidden", !lamps.querySelector(":scope > :not([hidden])"));
    setAttribute(element, "hidden", panel.seat < 0 && counters.hidden && lamps.hidden);
    return element;
  }

  /** @param {HTMLElement} head @param {Panel} panel @param {string} name @param {boolean} mine @param {Sitter | undefined} sitter */
  head(head, panel, name, mine, sitter) {
    let [swatch, title, state, clock] = /** @type {HTMLElement[]} */ ([...head.children]);
    if (!swatch) {
      [swatch, title, state, clock] = [
        make("span", "swatch", { "aria-hidden": "true" }),
        make("span", "seat-name"),
        make("span", "seat-state"),
        make("span", "clock", { hidden: true }),
      ];
      head.append(swatch, title, state, clock);
    }
    setAttribute(swatch, "hidden", !panel.colour);
    if (panel.colour) {
      setText(swatch, letter(panel.colour));
      setStyle(swatch, "background-color", colour(panel.colour));
      setStyle(swatch, "color", inkOn(colour(panel.colour)));
    }
    setText(title, name);
    const gone = sitter?.kind === "person" && !sitter.here;
    const words = mine
      ? sitter?.away
        ? "you, a bot plays"
        : "you"
      : sitter?.kind === "bot"
        ? !sitter.here
          ? "makes ready"
          : sitter.hurried
            ? "hurried: the server is busy"
            : /\bbot\b/i.test(name) ? "" : "bot"
        : sitter?.away
          ? "a bot plays"
          : sitter?.kind === "open"
            ? "free"
            : gone
              ? "not here"
              : "";
    setText(state, words);
    setAttribute(state, "data-plain", words === "you"); // where there is no room, this can be left out
    setAttribute(head, "data-gone", gone && !mine);
  }

  /** @param {HTMLElement} list @param {Panel} panel */
  counters(list, panel) {
    const old = new Map([...list.children].map(line => [line.getAttribute("data-counter") ?? "", line]));
    arrange(
      list,
      Object.entries(panel.counters ?? {}).map(([name, value]) => {
        const line =
          old.get(name) ?? make("div", "", { "data-counter": name }, called(name), make("dd"));
        const [, shown] = line.children,
          key = `${panel.id} ${name}`,
          before = this.counted.get(key);
        setText(shown, String(value));
        if (typeof value === "number" && typeof before === "number" && value !== before) rise(line, value - before);
        this.counted.set(key, value);
        return line;
      }),
    );
    setAttribute(list, "hidden", !list.childElementCount);
  }

  /** @param {Element} lamps @param {string} name @param {string} state */
  lamp(lamps, name, state) {
    let lamp = lamps.querySelector(`:scope > [data-name="${CSS.escape(name)}"]`);
    if (!lamp) {
      const sign = emblem(name);
      lamp = make(
        "li",
        "lamp",
        { "data-name": name, title: capital(name) },
        sign,
        make("span", sign ? "said" : "", {}, capital(name)),
        make("span", "said"),
      );
    }
    setAttribute(lamp, "data-lamp", state);
    setText(/** @type {Element} */ (lamp.lastElementChild), state === "on" ? "" : `: ${state}`);
    setAttribute(lamp, "hidden", state === "off" && !lamp.querySelector("svg"));
    return lamp;
  }
}

/** What is counted: in words, or by its symbol where it is one. @param {string} name */
function called(name) {
  const sign = emblem(name);
  return sign
    ? make("dt", "sign", { title: capital(name) }, sign, make("span", "said", {}, capital(name)))
    : make("dt", "", {}, capital(name));
}

/** A number has changed: say by how much, for a moment. @param {Element} line @param {number} change */
function rise(line, change) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const words = make("span", "rise", { "aria-hidden": "true" }, `${change > 0 ? "+" : "−"}${Math.abs(change)}`);
  line.querySelector(".rise")?.remove();
  line.append(words); // beside its number, and on nothing else
  words.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }], {
    duration: FLOAT,
  }).onfinish = () => words.remove();
}
