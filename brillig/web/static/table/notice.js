/** A notice above the table: what stands in the way, and a button that helps. */

import { make } from "./dom.js";

/** @type {Record<string, string>} */
const HELP = { reload: "Load the page again", return: "Take my seat back", draw: "Agree to a draw", abandon: "Abandon it", takeback: "Let it be taken back", no: "No", withdraw: "Withdraw" };

export class Notice {
  /** @param {(help: string) => void} act */
  constructor(act) {
    this.act = act;
    this.shown = "";
    this.element = make("div", "t-notice", { role: "alert", hidden: true });
  }

  /** @param {string[] | null} told a sentence, and which buttons go with it */
  show(told) {
    const [sentence, ...helps] = told ?? [""];
    this.element.hidden = !told;
    if (this.shown === `${told}`) return;
    this.shown = `${told}`;
    const buttons = helps.map(help => {
      const button = make("button", "t-button", { type: "button" }, HELP[help]);
      button.addEventListener("click", () => this.act(help));
      return button;
    });
    this.element.replaceChildren(make("p", "", {}, sentence), ...buttons);
  }
}
