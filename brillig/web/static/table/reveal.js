/** Hands that are laid open come one after the other, each under its owner's name, and what follows from them last. */

/** @typedef {import("./draw.js").Stage} Stage */

const EACH = 650; // milliseconds from one hand to the next
const LINGER = 1600; // for the last hand and the sentence below it

/**
 * Begin; how long all of it takes, 0 if no hands were laid open: cards in lines, most of them new, each line after a name.
 * @param {Stage} stage
 * @param {import("./types.js").Screen} screen
 * @param {import("./draw.js").Drawn[]} came
 */
export function reveal(stage, screen, came) {
  /** @type {HTMLElement[][]} */
  const hands = [],
    after = [];
  for (const { id, spots = [] } of screen.zones ?? []) {
    const zone = stage.zones.get(id),
      cards = spots.filter(({ look }) => look !== "words").flatMap(({ pieces = [] }) => pieces),
      fresh = came.filter(({ piece }) => cards.some(card => card.id === piece.id));
    if (!zone || spots[0]?.look !== "words" || 2 * fresh.length <= cards.length) continue;
    for (const spot of spots) {
      const element = stage.things.get(spot.id);
      if (spot.look === "words") hands.push([]);
      if (element) hands.at(-1)?.push(element);
    }
    after.push(.../** @type {NodeListOf<HTMLElement>} */ (zone.querySelectorAll(".zone-note")));
  }
  if (hands.length < 2) return 0;
  hands.forEach((hand, k) => hand.forEach(element => come(element, EACH * (k + 0.5))));
  for (const note of after) come(note, EACH * (hands.length + 0.5));
  return EACH * (hands.length + 0.5) + LINGER;
}

/** @param {HTMLElement} element @param {number} delay */
const come = (element, delay) =>
  element.animate([{ opacity: 0, translate: "0 12px" }, { opacity: 1, translate: "0 0" }], { duration: 260, delay, fill: "backwards", easing: "ease-out" });
