/** How it ended: who won and why, and what to do next. */

import { make } from "./dom.js";
import { callNames, listed, ordinal, withNames } from "./words.js";

/** @typedef {import("./types.js").Result} Ended */
/** @typedef {{ replay: string, analysis: string, again: string, rematch: string, share: string, lobby: string }} Links */

/**
 * The end in a sentence: "You win", "You lose: Ann wins", "Ann and Bob share the first place", or the game's own words.
 * @param {Ended} result
 * @param {string[]} called
 * @param {number | null} me
 * @param {string} own the words of a game for one, or for all together
 * @param {boolean} together do all win or lose as one?
 */
export function headline(result, called, me, own, together) {
  if (result.how === "abandon") return "The match was abandoned";
  const first = result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
    { length } = result.ranks;
  if (together || length === 1) return own || "The game is over";
  if (first.length === length) return result.how === "draw" ? "A draw, by agreement" : "A draw";
  const winners = first.filter(seat => seat !== me).map(seat => called[seat]);
  if (me == null) return `${listed(winners)} ${first.length > 1 ? "share the first place" : "wins"}`;
  if (first.includes(me)) return winners.length ? `You share the first place with ${listed(winners)}` : "You win";
  const place = length === 2 ? "You lose" : `You are ${ordinal(result.ranks[me])}`;
  return `${place}: ${listed(winners)} ${winners.length > 1 ? "win" : "wins"}`;
}

/**
 * Seats with the same points in different places: something else decided.
 * @param {Ended} result
 * @param {string[]} called
 */
export function tieBreaks(result, called) {
  if (result.how) return []; // no rule did
  /** @type {Map<number, number[]>} */
  const equal = new Map();
  result.scores.forEach((score, seat) => equal.set(score, [...(equal.get(score) ?? []), seat]));
  return [...equal.values()].flatMap(seats => {
    const places = new Set(seats.map(seat => result.ranks[seat]));
    if (places.size < 2) return [];
    const order = [...seats].sort((a, b) => result.ranks[a] - result.ranks[b]).map(seat => called[seat]);
    return [`${listed(order)} have the same points; by the tie-break of the rules ${order[0]} comes first.`];
  });
}

/** @param {HTMLElement[]} rows */
const ranking = rows =>
  make(
    "table",
    "t-ranking",
    {},
    make(
      "thead",
      "",
      {},
      make("tr", "", {}, ...["Place", "Player", "Points"].map(word => make("th", "", { scope: "col" }, word))),
    ),
    make("tbody", "", {}, ...rows),
  );

export class ResultSheet {
  /** @param {HTMLElement} root @param {Links} links @param {boolean} together */
  constructor(root, links, together) {
    this.links = links;
    this.together = together;
    this.shown = false;
    this.dialog = make("dialog", "t-result", { "aria-labelledby": "t-result-title" });
    this.dialog.addEventListener("click", event => event.target === this.dialog && this.dialog.close());
    root.append(this.dialog);
  }

  /**
   * @param {Ended} result
   * @param {{
   *   names: string[], me: number | null, verdict: string, own: string, commitment: string, told: string[],
   * }} match
   */
  fill(result, { names, me, verdict, own, commitment, told }) {
    const called = callNames(names),
      order = result.ranks.map((_, seat) => seat).sort((a, b) => result.ranks[a] - result.ranks[b] || a - b);
    const rows = order.map(seat =>
      make(
        "tr",
        result.ranks[seat] === 1 ? "best" : "",
        {},
        make("td", "", {}, ordinal(result.ranks[seat])),
        make("th", "", { scope: "row" }, called[seat] + (seat === me ? " (you)" : "")),
        make("td", "number", {}, String(result.scores[seat])),
      ),
    );
    const why = [withNames(verdict, called), ...tieBreaks(result, called)].filter(Boolean);
    const close = make("button", "t-button", { type: "button" }, "Look at the table");
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.replaceChildren(
      make("h2", "", { id: "t-result-title" }, headline(result, called, me, own, this.together)),
      ...(told.length ? [make("p", "t-last", {}, told.join(" "))] : []),
      ...(this.together || names.length === 1 ? [] : [ranking(rows)]),
      ...why.map(sentence => make("p", "t-why-so", {}, sentence)),
      make(
        "details",
        "t-fair",
        {},
        make("summary", "", {}, "Was it fair?"),
        make("p", "", {}, "Before the deal the table published this number: ", make("code", "", {}, commitment)),
        make(
          "p",
          "",
          {},
          "Now it shows the secret that the number was made from (its SHA-256): ",
          make("code", "", {}, result.secret),
        ),
        make("p", "", {}, "The replay deals everything again from the secret and says whether it all agrees."),
      ),
      make(
        "div",
        "t-deeds",
        {},
        this.again(),
        make("a", "t-button", { href: this.links.replay }, "Watch the replay"),
        ...(this.links.analysis ? [make("a", "t-button", { href: this.links.analysis }, "Where it turned")] : []),
        close,
        ...(this.links.share && result.scores[0] > 0 ? [this.form(this.links.share, "t-button", "Share")] : []),
        make("a", "t-button quiet", { href: this.links.lobby }, "Other games"),
      ),
    );
  }

  /** Another match like this one: at once where the server lays it, else by way of the page that makes tables. */
  again() {
    if (!this.links.rematch) return make("a", "t-button main", { href: this.links.again, autofocus: "" }, "Play again");
    return this.form(this.links.rematch, "t-button main", "Rematch", { autofocus: "" });
  }

  /** A button that asks the server for something. @param {string} action @param {string} look @param {string} words */
  form(action, look, words, more = {}) {
    return make("form", "", { method: "post", action }, make("button", look, { type: "submit", ...more }, words));
  }

  get againWords() {
    return this.links.rematch ? "Rematch" : "Play again";
  }

  /** The same as the button on the sheet. */
  playAgain() {
    const form = this.dialog.querySelector("form");
    if (form) form.requestSubmit();
    else location.href = this.links.again;
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.shown = true;
  }
}
