/** Who is who in sentences: "Seat 2 places on c4" is "Ann places on c4" where Ann sits there. */

/**
 * The names of all seats, each different from the others.
 * @param {string[]} names
 */
export function callNames(names) {
  return names.map((name, seat) => {
    if (!name) return `Seat ${seat + 1}`;
    return names.filter(other => other === name).length > 1 ? `${name} ${seat + 1}` : name;
  });
}

/**
 * @param {string} sentence
 * @param {string[]} called
 */
export function withNames(sentence, called) {
  return sentence.replace(/\b[Ss]eat (\d+)\b/g, (words, number) => called[Number(number) - 1] ?? words);
}

/** @param {string} text */
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string[]} things */
export const listed = things =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;

/** @param {number} n */
export const ordinal = n =>
  `${n}${["th", "st", "nd", "rd"][n % 100 > 3 && n % 100 < 21 ? 0 : Math.min(n % 10, 4) % 4]}`;
