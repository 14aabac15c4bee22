/** The curtain: when people share a screen, it falls between one player's view and the next one's. */

import { make } from "./dom.js";

export class Curtain {
  /** @param {HTMLElement} root @param {() => void} opened */
  constructor(root, opened) {
    this.words = make("p", "t-curtain-words");
    this.button = make("button", "t-button main big", { type: "button" });
    this.element = make(
      "div",
      "t-curtain",
      { role: "dialog", "aria-modal": "true", "aria-label": "Pass the screen on", hidden: true },
      this.words,
      this.button,
    );
    this.button.addEventListener("click", () => {
      this.element.hidden = true;
      opened();
    });
    root.append(this.element);
  }

  /** @param {string} name whose turn it is to look */
  fall(name) {
    this.words.textContent = `Pass the screen to ${name}.`;
    this.button.textContent = `I am ${name}`;
    this.element.hidden = false;
    this.button.focus();
  }
}
