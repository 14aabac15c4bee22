/** A notice above the table: what stands in the way, and a button that helps. */

import { make } from "./dom.js";

/** @type {Record<string, string>} */
const HELP = { reload: "Load the page again", return: "Take my seat back", draw: "Agree to a draw", abandon: "Abandon it" };

export class Notice {
  /** @param {(help: string) => void} act */
  constructor(act) {
    this.act = act;
    this.shown = "";
    this.element = make("div", "t-notice", { role: "alert", hidden: true });
  }

  /** @param {[string, string] | null} told a sentence, and which button goes with it */
  show(told) {
    const [sentence, help] = told ?? ["", ""];
    this.element.hidden = !told;
    if (this.shown === `${sentence}|${help}`) return;
    this.shown = `${sentence}|${help}`;
    const button = help ? make("button", "t-button", { type: "button" }, HELP[help]) : null;
    button?.addEventListener("click", () => this.act(help));
    this.element.replaceChildren(make("p", "", {}, sentence), ...(button ? [button] : []));
  }
}
