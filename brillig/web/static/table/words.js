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

/** @typedef {import("./types.js").Screen} Screen */

/**
 * A screen whose titles, notes, margins and spoken names say who is who.
 * @param {Screen} screen
 * @param {string[]} called
 * @returns {Screen}
 */
export function screenWithNames(screen, called) {
  const say = (/** @type {string} */ words) => withNames(words, called),
    face = (/** @type {import("./types.js").Face} */ face) => ({ ...face, say: say(face.say) }),
    piece = (/** @type {import("./types.js").Piece} */ piece) => ({
      ...piece,
      face: face(piece.face),
      badge: piece.badge && say(piece.badge),
    });
  return {
    ...screen,
    zones: screen.zones?.map(zone => ({
      ...zone,
      title: say(zone.title),
      note: zone.note && say(zone.note),
      row_names: zone.row_names?.map(say),
      col_names: zone.col_names?.map(say),
      pieces: zone.pieces?.map(piece),
      spots: zone.spots?.map(spot => ({ ...spot, say: say(spot.say), badge: spot.badge && say(spot.badge), pieces: spot.pieces?.map(piece) })),
    })),
  };
}

/** @param {string} text */
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string[]} things */
export const listed = things =>
  things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;

/** @param {number} n */
export const ordinal = n =>
  `${n}${["th", "st", "nd", "rd"][n % 100 > 3 && n % 100 < 21 ? 0 : Math.min(n % 10, 4) % 4]}`;
