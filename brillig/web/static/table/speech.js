/** One polite voice for those who listen: a sentence or two for everything that came at once. */

import { make } from "./dom.js";

const TOGETHER = 60; // milliseconds in which what happens counts as happening at once

export class Speech {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.region = make("div", "said", { role: "status", "aria-live": "polite", "aria-atomic": "true" });
    /** @type {string[]} */
    this.waiting = [];
    this.timer = 0;
    root.append(this.region);
  }

  /** @param {...string} sentences */
  say(...sentences) {
    this.waiting.push(...sentences.filter(Boolean));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const words = this.waiting.join(" ");
      this.waiting = [];
      // The same words again would not be read again: a space makes them others.
      if (words) this.region.textContent = words === this.region.textContent ? `${words}\u00a0` : words;
    }, TOGETHER);
  }
}
