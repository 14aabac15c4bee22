/** The bar that asks: what is to be done, in words, the buttons that do it, and why something cannot be done. */

import { keyOf } from "./choices.js";
import { arrange, make, setAttribute, setText } from "./dom.js";

/** @typedef {{ code: number, label: string, then?: number[] }} Button */
/**
 * @typedef {{
 *   prompt: string,
 *   help: string,
 *   fresh: boolean,
 *   hint: number | null,
 *   buttons: Button[],
 *   only: boolean,
 *   deeds: { name: string, label: string, main?: boolean, live?: boolean, act: () => void }[],
 *   list: Button[],
 * }} Asked
 */

const SEEN = 5000; // milliseconds that a refusal stays
const LETTERS = 64; // on buttons, about: more want a wider column than a phone on its side has for them

export class Ask {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.prompt = make("p", "t-prompt");
    this.help = make("p", "t-help", { hidden: true, id: "t-help" });
    this.helper = make("button", "t-helper", { type: "button", "aria-controls": "t-help", "aria-label": "What does this mean?" }, "?");
    this.asked = ""; // the decision whose explanation somebody has folded or unfolded
    this.unfolded = false;
    this.why = make("p", "t-why", { role: "alert", hidden: true });
    this.buttons = make("div", "t-choices", { role: "group", "aria-label": "Choices" });
    this.list = make(
      "details",
      "t-list",
      { hidden: true },
      make("summary", "", {}, "All choices"),
      make("div", "t-choices"),
    );
    this.element = make(
      "section",
      "t-ask",
      { "aria-label": "Your move", tabindex: -1 },
      this.prompt,
      this.help,
      this.why,
      make("div", "t-row", {}, this.buttons, this.helper, this.list),
    );
    this.timer = 0;
    /** @type {Button[]} */
    this.listed = [];
    this.list.addEventListener("toggle", () => this.fill());
    this.helper.addEventListener("click", () => {
      this.asked = this.help.textContent ?? "";
      this.unfolded = Boolean(this.help.hidden) || this.help.hasAttribute("data-first");
      this.explain(this.asked, false);
    });
    root.append(this.element);
  }

  /** @param {Asked} asked */
  show({ prompt, help, fresh, hint, buttons, only, deeds, list }) {
    const focused = this.element.contains(document.activeElement);
    setText(this.prompt, prompt);
    setAttribute(this.prompt, "hidden", !prompt);
    this.explain(help, fresh);
    const old = new Map([...this.buttons.children].map(button => [button.getAttribute("data-key") ?? "", button]));
    arrange(this.buttons, [
      ...buttons.map(({ code, label }) => {
        const button =
          old.get(`choice ${code}`) ??
          make("button", "t-button", { type: "button", "data-key": `choice ${code}`, "data-choice": code });
        button.classList.toggle("main", only); // where things are touched, a button is the other way out
        setText(button, label);
        setAttribute(button, "data-hint", code === hint);
        return button;
      }),
      ...deeds.map(({ name, label, main, live, act }) => {
        const button = /** @type {HTMLButtonElement} */ (
          old.get(name) ?? make("button", `t-button${main ? " main" : ""}`, { type: "button", "data-key": name })
        );
        setText(button, label);
        setAttribute(button, "data-live", Boolean(live)); // it is how something is chosen
        button.onclick = act;
        return button;
      }),
    ]);
    setAttribute(this.buttons, "hidden", !this.buttons.childElementCount);
    const many = buttons.reduce((n, { label }) => n + label.length + 4, 0) > LETTERS;
    setAttribute(this.buttons, "data-many", many);
    const table = this.element.closest(".table");
    if (table) setAttribute(table, "data-asks", many && "much");
    this.listed = list;
    setAttribute(this.list, "hidden", list.length < 2);
    this.fill();
    // Whoever stood on a button that is gone stands on the next one, or on the bar until there is one.
    const lost = focused && !this.element.contains(document.activeElement);
    if (lost || document.activeElement === this.element) {
      const next = this.buttons.querySelector("button") ?? (lost ? this.element : null);
      next?.focus({ preventScroll: true });
    }
  }

  /**
   * What the decision means: open the first time, then folded away until somebody asks.
   * @param {string} help
   * @param {boolean} fresh is it asked for the first time?
   */
  explain(help, fresh) {
    if (help !== this.asked) this.unfolded = false;
    const open = Boolean(help) && (this.unfolded || (fresh && help !== this.asked));
    setText(this.help, help);
    setAttribute(this.help, "hidden", !open);
    setAttribute(this.help, "data-first", open && !this.unfolded);
    setAttribute(this.helper, "hidden", !help);
    setAttribute(this.helper, "aria-expanded", open ? "true" : "false");
  }

  /** Every choice as a button, for those who would rather read than look. It is made when it is opened. */
  fill() {
    const holder = /** @type {HTMLElement} */ (this.list.lastElementChild);
    const wanted = this.list.open ? this.listed : [];
    if (
      wanted.length === holder.childElementCount &&
      wanted.every((b, k) => holder.children[k].textContent === b.label)
    )
      return;
    holder.replaceChildren(
      ...wanted.map(button => make("button", "t-button", { type: "button", "data-choice": keyOf(button) }, button.label)),
    );
  }

  /**
   * Why not. An empty sentence takes the last one away.
   * @param {string} sentence
   * @param {boolean} [stays] until the next one
   */
  refuse(sentence, stays = false) {
    clearTimeout(this.timer);
    setText(this.why, sentence);
    setAttribute(this.why, "hidden", !sentence);
    if (sentence && !stays) this.timer = setTimeout(() => this.refuse(""), SEEN);
  }
}
