/** Talk at the table, with a few phrases for those who would rather play than type. */

import { make } from "./dom.js";

const PHRASES = ["Hello!", "Good luck!", "Nice one!", "Oops!", "One moment …", "Thank you!", "Good game!"];
const LONGEST = 500;

export class Chat {
  /**
   * @param {HTMLElement} holder
   * @param {{ say: (text: string) => void, heard: (lines: import("./types.js").ChatLine[]) => void }} on
   */
  constructor(holder, on) {
    this.on = on;
    this.list = make("ol", "t-lines", { role: "list", "aria-label": "What was said", tabindex: 0 });
    this.input = make("input", "", {
      type: "text",
      maxlength: LONGEST,
      "aria-label": "Say something",
      placeholder: "Say something",
      autocomplete: "off",
    });
    this.form = make("form", "t-say", {}, this.input, make("button", "t-button", { type: "submit" }, "Send"));
    this.phrases = make(
      "div",
      "t-phrases",
      { role: "group", "aria-label": "Quick phrases" },
      ...PHRASES.map(phrase => make("button", "t-phrase", { type: "button" }, phrase)),
    );
    /** @type {Set<string>} lines that are here already: they come again after the line broke */
    this.known = new Set();
    holder.append(this.list, this.phrases, this.form);
    this.form.addEventListener("submit", event => {
      event.preventDefault();
      this.say(this.input.value);
      this.input.value = "";
    });
    this.phrases.addEventListener("click", event => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) this.say(button.textContent ?? "");
    });
  }

  /** @param {string} text */
  say(text) {
    if (text.trim()) this.on.say(text.trim());
  }

  /** Only those who sit at the table can talk. @param {boolean} may */
  allow(may) {
    this.form.hidden = this.phrases.hidden = !may;
  }

  /** @param {import("./types.js").ChatLine[]} lines */
  add(lines) {
    const fresh = lines.filter(line => !this.known.has(key(line)));
    for (const line of fresh) {
      this.known.add(key(line));
      const time = new Date(line.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      this.list.append(
        make(
          "li",
          "",
          {},
          make("b", "", {}, line.name),
          " ",
          make("span", "", { dir: "auto" }, line.text),
          " ",
          make("time", "", {}, time),
        ),
      );
    }
    if (!fresh.length) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.on.heard(fresh);
  }
}

/** @param {import("./types.js").ChatLine} line */
const key = line => `${line.at} ${line.name} ${line.text}`;
