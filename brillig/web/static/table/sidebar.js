/** The side of the table: the story and the talk, one behind the other. */

import { make, setAttribute, setText } from "./dom.js";

export class Talk {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.story = make("ol", "t-story", { role: "list", "aria-label": "What has happened", tabindex: 0 });
    this.chat = make("div", "t-chat");
    this.unread = 0;
    /** @type {[HTMLButtonElement, HTMLElement][]} */
    this.tabs = [this.tab("Story", this.story), this.tab("Talk", this.chat)];
    const tabs = make(
      "div",
      "t-tabs",
      { role: "tablist", "aria-label": "Story and talk" },
      ...this.tabs.map(([tab]) => tab),
    );
    tabs.addEventListener("keydown", event => {
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.open(1 - this.at, true);
    });
    this.at = 0;
    root.append(
      make("section", "t-talk", { "aria-label": "Story and talk" }, tabs, ...this.tabs.map(([, panel]) => panel)),
    );
    this.open(0);
  }

  /** @param {string} name @param {HTMLElement} content @returns {[HTMLButtonElement, HTMLElement]} */
  tab(name, content) {
    const panel = make("div", "t-panel", { role: "tabpanel", id: `t-${name}`, "aria-label": name }, content);
    const tab = make(
      "button",
      "t-tab",
      { role: "tab", type: "button", "aria-controls": panel.id },
      make("span", "", {}, name),
      make("span", "t-unread"),
    );
    tab.addEventListener("click", () => this.open(this.tabs.findIndex(([other]) => other === tab)));
    return [tab, panel];
  }

  /** @param {number} which @param {boolean} [focus] */
  open(which, focus = false) {
    this.at = which;
    this.tabs.forEach(([tab, panel], k) => {
      setAttribute(tab, "aria-selected", k === which ? "true" : "false");
      tab.tabIndex = k === which ? 0 : -1;
      panel.hidden = k !== which;
    });
    if (focus) this.tabs[which][0].focus();
    if (which === 1) this.heard(-this.unread);
    for (const list of this.tabs[which][1].querySelectorAll("ol")) list.scrollTop = list.scrollHeight;
  }

  /** So many lines were said; they count until somebody looks. @param {number} n */
  heard(n) {
    this.unread = this.at === 1 ? 0 : Math.max(0, this.unread + n);
    const [tab] = this.tabs[1];
    setText(/** @type {Element} */ (tab.lastElementChild), this.unread ? String(this.unread) : "");
    setAttribute(tab, "aria-label", this.unread ? `Talk, ${this.unread} new` : null);
  }
}
