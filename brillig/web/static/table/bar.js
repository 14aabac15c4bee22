/** The strip above the table: whose turn it is, how it stands with the line, and what can be done besides playing. */

import { icon, make, remembered, setAttribute, setText } from "./dom.js";
import { setSound, soundOn } from "./sound.js";

const ICONS = {
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.4 1 2.5h6c0-1.1.3-1.8 1-2.5A6 6 0 0 0 12 3z",
  menu: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  loud: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 8.5a5 5 0 0 1 0 7M18 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
};

const KEYS = [
  ["Arrow keys", "go from thing to thing"],
  ["Enter or Space", "touch it"],
  ["Esc", "put it back"],
  ["L", "go to the next thing that can be touched"],
  ["1 to 9", "press a button"],
  ["Ctrl+Z", "take back"],
  [", and .", "look back at earlier moves, and forward again"],
  ["+, − and 0", "make a map larger, smaller, or show all of it"],
  ["Tab", "go to the next zone"],
];

/** @typedef {{ undo: () => void, hint: () => void, leave: () => void, back: () => void, look: () => void, resign: () => void, propose: (what: "draw" | "abandon" | "takeback") => void, confirm: (on: boolean) => void, coach: (on: boolean) => void }} Deeds */

export class Bar {
  /** @param {HTMLElement} root @param {Deeds} deeds */
  constructor(root, deeds) {
    this.line = make("span", "t-line", { role: "status" });
    this.turn = make("span", "t-turn");
    this.watchers = make("span", "t-watchers");
    this.undo = button("undo", "Take back", deeds.undo);
    this.hint = button("hint", "Hint", deeds.hint);
    this.sound = button("mute", "Sound", () => this.toggleSound());
    this.sound.classList.add("sound"); // a phone has it in the menu
    this.menuButton = button("menu", "More", () => this.menu.showModal());
    this.element = make(
      "div",
      "t-bar",
      { role: "group", "aria-label": "Table" },
      this.line,
      this.turn,
      this.watchers,
      make("span", "t-space"),
      this.undo,
      this.hint,
      this.sound,
      this.menuButton,
    );
    const confirm = choice("confirm", "Ask me before a choice is sent", deeds.confirm);
    const coach = choice("coach", "Coach: a hint with every turn, where there are hints", deeds.coach);
    this.loud = make("input", "", { type: "checkbox" });
    this.loud.addEventListener("change", () => this.toggleSound());
    this.leave = make("button", "t-button", { type: "button" });
    this.leave.addEventListener("click", () => {
      this.menu.close();
      (this.away ? deeds.back : deeds.leave)();
    });
    this.takeback = make("button", "t-button", { type: "button" }, "Ask to take back");
    this.takeback.addEventListener("click", () => this.ended(() => deeds.propose("takeback")));
    this.resign = twice("Resign", () => this.ended(deeds.resign));
    this.draw = twice("Offer a draw", () => this.ended(() => deeds.propose("draw")));
    this.abandon = twice("Abandon the match", () => this.ended(() => deeds.propose("abandon")));
    this.look = make("button", "t-button", { type: "button" }, "Look back");
    this.look.addEventListener("click", () => this.ended(deeds.look));
    const close = make("button", "t-button", { type: "button" }, "Close");
    close.addEventListener("click", () => this.menu.close());
    this.away = false;
    this.menu = make(
      "dialog",
      "t-menu",
      { "aria-label": "More" },
      confirm,
      coach,
      make("label", "t-switch", {}, this.loud, "Sound"),
      make("h2", "", {}, "Keys"),
      make(
        "dl",
        "t-keys",
        {},
        ...KEYS.map(([keys, what]) => make("div", "", {}, make("dt", "", {}, keys), make("dd", "", {}, what))),
      ),
      make("div", "t-deeds", {}, this.look, this.takeback, this.leave, this.resign, this.draw, this.abandon, close),
    );
    this.menu.addEventListener("click", event => event.target === this.menu && this.menu.close());
    // The page's own strip has room for it; a table without one gets a strip of its own.
    const strip = document.querySelector("header.slim");
    if (strip) strip.querySelector("nav")?.before(this.element);
    else root.append(this.element);
    root.append(this.menu);
    this.showSound();
  }

  /** @param {() => void} act */
  ended(act) {
    this.menu.close();
    act();
  }

  toggleSound() {
    setSound(!soundOn());
    this.showSound();
  }

  showSound() {
    const on = soundOn();
    this.sound.firstElementChild?.replaceWith(icon(on ? ICONS.loud : ICONS.mute));
    setAttribute(this.sound, "aria-pressed", on ? "true" : "false");
    this.loud.checked = on;
  }

  /**
   * @param {{
   *   line: string, words: string, turn: string, mine: boolean, undo: boolean, hint: boolean, watchers: number,
   *   watching: string[], seated: boolean, away: boolean, over: boolean, open: boolean,
   *   resign: boolean, draw: boolean, abandon: boolean, takeback: boolean,
   * }} shown
   */
  show(shown) {
    setAttribute(this.line, "data-line", shown.line);
    setText(this.line, shown.words);
    setText(this.turn, shown.turn);
    setAttribute(this.turn, "data-mine", shown.mine);
    setText(this.watchers, shown.watchers ? `${shown.watchers} watching` : "");
    setAttribute(this.watchers, "title", shown.watching.join(", ") || null);
    setAttribute(this.undo, "hidden", !shown.undo);
    setAttribute(this.hint, "hidden", !shown.hint);
    this.away = shown.away;
    setAttribute(this.look, "hidden", shown.open);
    for (const name of /** @type {const} */ (["resign", "draw", "abandon", "takeback"])) setAttribute(this[name], "hidden", !shown[name]);
    setAttribute(this.leave, "hidden", !shown.seated || shown.over);
    setText(this.leave, shown.away ? "Take my seat back" : shown.open ? "Give up my seat" : "Leave: a bot plays on");
  }
}

/** A button that asks once more before it acts. @param {string} words @param {() => void} act */
function twice(words, act) {
  const element = make("button", "t-button", { type: "button" }, words);
  const calm = () => setText(element, words);
  element.addEventListener("click", () => {
    if (element.textContent === words) return setText(element, `${words}: are you sure?`);
    calm();
    act();
  });
  element.addEventListener("blur", calm);
  return element;
}

/** Something to be switched on, and remembered. @param {string} name @param {string} words @param {(on: boolean) => void} act */
function choice(name, words, act) {
  const box = make("input", "", { type: "checkbox" });
  box.checked = remembered(name) === "on";
  box.addEventListener("change", () => {
    remembered(name, box.checked ? "on" : "off");
    act(box.checked);
  });
  return make("label", "t-switch", {}, box, words);
}

/** @param {keyof typeof ICONS} sign @param {string} words @param {() => void} act */
function button(sign, words, act) {
  const element = make("button", "t-icon-button", { type: "button" }, icon(ICONS[sign]), make("span", "", {}, words));
  element.addEventListener("click", act);
  return element;
}
