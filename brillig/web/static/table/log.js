/** The story of the match, a sentence a line. */

import { make } from "./dom.js";
import { withNames } from "./words.js";

const MOST = 300; // lines that are kept

export class Log {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.ply = 0; // the last step whose sentences are here
    this.atEnd = true; // has nobody scrolled back to read?
    let top = 0;
    list.addEventListener("scroll", () => {
      // Lines may have come since the list was moved: only who moves it back reads.
      if (list.scrollHeight - list.scrollTop - list.clientHeight < 40) this.atEnd = true;
      else if (list.scrollTop < top) this.atEnd = false;
      top = list.scrollTop;
    });
  }

  clear() {
    this.list.replaceChildren();
    this.ply = 0;
  }

  /**
   * @param {import("./types.js").Told[]} told
   * @param {string[]} called the names of the seats
   * @returns {string[]} what is new, in words
   */
  add(told, called) {
    const fresh = told.filter(({ ply }) => ply > this.ply),
      words = fresh.map(({ text }) => withNames(text, called));
    if (!fresh.length) return [];
    let ply = -1;
    fresh.forEach((line, k) => {
      const then = make("button", "t-then", { type: "button", "data-ply": line.ply }, words[k]);
      this.list.append(make("li", line.ply === ply ? "" : "first", {}, then));
      ply = line.ply;
    });
    while (this.list.childElementCount > MOST) this.list.firstElementChild?.remove();
    this.ply = Math.max(this.ply, ...fresh.map(line => line.ply));
    if (this.atEnd)
      requestAnimationFrame(() => {
        this.list.scrollTop = this.list.scrollHeight;
      });
    return words;
  }
}
