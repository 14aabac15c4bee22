/**
 * What may be chosen, and what is touched to choose it. The server lists every choice; in games of seeing, where finding
 * a choice is the game, it offers whole families instead: one thing of each kind in turn, fit or not.
 */

/** @typedef {import("./types.js").OfferedChoice} Option */
/** @typedef {import("./types.js").Offer} Offer */

/** A choice that a family holds, by what was touched. @param {Offer} offer @param {string[]} touched @returns {Option} */
const member = (offer, touched) => ({
  code: touched.reduce((code, id, k) => code + offer.touch[k][id], offer.code),
  label: offer.label,
  touch: touched,
});

/** What tells a choice from all others: its code, and those that complete it. @param {{ code: number, then?: number[] }} option */
export const keyOf = ({ code, then = [] }) => [code, ...then].join("+");

export class Choices {
  /** @param {Option[]} list @param {Offer[]} [offers] */
  constructor(list, offers = []) {
    this.list = list;
    // Every way to a choice; a few have two.
    this.ways = list.flatMap(option => (option.also ? [option, { ...option, touch: option.also }] : [option]));
    this.offers = offers;
    /** @type {{ touched: string[], found: Map<string, Option | null> } | null} what was asked for last */
    this.last = null;
  }

  get empty() {
    return !this.list.length && !this.offers.length;
  }

  /** @param {string[]} touched */
  beginning(touched) {
    return {
      list: this.ways.filter(({ touch }) => touched.every((id, k) => touch[k] === id)),
      offers: this.offers.filter(({ touch }) => touched.every((id, k) => touch[k] && id in touch[k])),
    };
  }

  /** Does anything begin like this? @param {string[]} touched */
  allows(touched) {
    const { list, offers } = this.beginning(touched);
    return list.length + offers.length > 0;
  }

  /** The choice that these touches make; null if there is more to touch. @param {string[]} touched @returns {Option | null} */
  made(touched) {
    const { list, offers } = this.beginning(touched),
      whole = offers.find(({ touch }) => touch.length === touched.length);
    return list.find(({ touch }) => touch.length === touched.length) ?? (whole ? member(whole, touched) : null);
  }

  /**
   * What can be touched next, and the choice it would make; null where there is more to touch after it.
   * @param {string[]} touched
   * @returns {Map<string, Option | null>}
   */
  next(touched) {
    if (this.last && this.last.touched.join() === touched.join()) return this.last.found;
    /** @type {Map<string, Option | null>} */
    const found = new Map();
    this.last = { touched, found };
    const { list, offers } = this.beginning(touched),
      at = touched.length;
    for (const option of list)
      if (option.touch.length > at) found.set(option.touch[at], option.touch.length === at + 1 ? option : null);
    for (const offer of offers) {
      for (const id of Object.keys(offer.touch[at] ?? {}))
        found.set(id, offer.touch.length === at + 1 ? member(offer, [...touched, id]) : null);
    }
    return found;
  }

  /** Choices that are made with a button. @returns {Option[]} */
  buttons() {
    const offered = this.offers.filter(({ touch }) => !touch.length).map(offer => member(offer, []));
    return [...this.list.filter(({ touch }) => !touch.length), ...offered];
  }

  /** @param {string} key */
  named(key) {
    return [...this.list, ...this.buttons()].find(option => keyOf(option) === key) ?? null;
  }

  /** @param {number | null} code */
  find(code) {
    return [...this.list, ...this.buttons()].find(option => option.code === code) ?? null;
  }
}

export const NONE = new Choices([]);
