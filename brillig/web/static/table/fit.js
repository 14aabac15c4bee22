/**
 * Makes the table as large as the room allows. All zones in the middle share one measure, the width of a column, and
 * grow together until something would not fit; they lie below or beside each other, whichever lets them be larger.
 */

import { setAttribute, setStyle } from "./dom.js";

/** @typedef {{ flow: "column" | "row", turned: boolean }} Way */

const LEAST = 12,
  MOST = 170; // pixels
const NEAR = 1.02; // to within two parts in a hundred
const STEP = 1.2; // from one guess to the next
const SLACK = 1.05; // room that is not worth a change
const CLEARLY = 1.12; // how much larger things must get before they are laid out another way
const STRETCH = 1.75; // how much wider than high the columns of a long board may be
const HAIR = 2; // pixels by which a room may change without being another one
const LETTERS = 24; // of a title or a note: so many more may make a line more
const EDGE = 20; // pixels beside the board that it keeps
const SIDEWAYS = matchMedia("(max-height: 520px) and (min-width: 560px)"); // the rest lies beside the board (room.css)
const REMEMBERED = 64; // rooms and shapes: turns go to and fro between the same few
const LONG = "[data-turns]:has([data-look=space]), [data-stretch]"; // boards whose columns may be wider
/** @type {Record<string, "column" | "row" | undefined>} the author of the game may have decided */
const LAYOUTS = { beside: "row", below: "column" };
/** How much larger a map is than all of it in sight (rare/zoom.js). @param {Element} map */
export const zoomOf = map => Number(map.getAttribute("data-zoomed") ?? 1);

/** @type {Way[]} */
const WAYS = [
  { flow: "column", turned: false },
  { flow: "column", turned: true },
  { flow: "row", turned: false },
  { flow: "row", turned: true },
];

export class Fit {
  /** @param {HTMLElement} main the zones in the middle */
  constructor(main) {
    this.main = main;
    /** @type {Way} */
    this.way = WAYS[0];
    this.unit = 0; // pixels
    this.width = this.height = 0; // of the room when it was measured
    this.shape = ""; // of what lies there
    this.window = ""; // how large it was
    this.given = 0; // pixels that the column beside it has of its room
    this.chosen = 0; // how large things were then
    /** @type {Map<string, { way: Way, unit: number, longer: number }>} what was found for a room and a shape */
    this.found = new Map();
    new ResizeObserver(() => this.fit(this.shape)).observe(main);
  }

  /** Make everything as large as it can be. @param {string} shape of what lies there; the same needs no measuring */
  fit(shape) {
    const { main } = this,
      size = `${innerWidth} ${innerHeight}`;
    if (this.given && (shape !== this.shape || size !== this.window)) this.give(0);
    this.window = size;
    const { clientWidth, clientHeight } = main;
    if (!clientWidth || !clientHeight || !main.firstElementChild) return;
    const changed = Math.abs(clientWidth - this.width) > HAIR || Math.abs(clientHeight - this.height) > HAIR;
    if (!changed && shape === this.shape) return;
    if (changed) [this.width, this.height] = [clientWidth, clientHeight];
    this.shape = shape;
    const key = `${this.width} ${this.height} ${shape}`,
      found = this.found.get(key);
    if (found) {
      [this.way, this.unit, this.chosen] = [found.way, found.unit, found.unit];
      this.lay(this.way, this.unit);
      this.widen(found.longer);
      return this.share();
    }
    if (changed || !this.unit || !this.suits()) {
      this.unit = this.largest(this.way);
      if (changed || this.unit < this.chosen / CLEARLY || this.unit > this.chosen * CLEARLY) this.choose(changed);
      this.lay(this.way, this.unit);
    }
    if (this.found.size >= REMEMBERED) this.found.clear();
    this.found.set(key, { way: this.way, unit: this.unit, longer: this.stretch() });
    this.share();
  }

  /** On a phone on its side: what the zones leave of the width goes to the players, the hand and the question. */
  share() {
    if (!SIDEWAYS.matches) return;
    const { main } = this,
      boxes = [...main.children].map(zone => (zone.querySelector(":scope > .frame > *") ?? zone).getBoundingClientRect()),
      wide = Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left));
    this.give(0);
    this.give(Math.max(0, Math.floor(main.clientWidth - wide - EDGE)));
    this.width = main.clientWidth;
  }

  /** @param {number} pixels of the room for the column beside it */
  give(pixels) {
    this.given = pixels;
    setStyle(/** @type {HTMLElement} */ (this.main.closest(".table")), "--given", `${pixels}px`);
  }

  /** Long boards have wider columns where there is room for them: how much wider. */
  stretch() {
    if (!this.main.querySelector(LONG)) return 1;
    const fits = (/** @type {number} */ more) => (this.widen(more), this.fits());
    let [low, high] = [1, STRETCH];
    if (fits(high)) return high;
    while (high > low * NEAR) {
      const more = (low + high) / 2;
      if (fits(more)) low = more;
      else high = more;
    }
    this.widen(low);
    return low;
  }

  /** @param {number} more how much wider than high the columns of long boards are */
  widen(more) {
    for (const board of /** @type {NodeListOf<HTMLElement>} */ (this.main.querySelectorAll(LONG))) {
      const most = Number(board.getAttribute("data-stretch") ?? STRETCH);
      setStyle(board, "--stretch", Math.min(more, most).toFixed(3));
    }
  }

  /** Does everything fit, with no room to speak of left over? */
  suits() {
    this.lay(this.way, this.unit);
    if (!this.fits()) return false;
    if (this.unit * SLACK > MOST) return true;
    this.lay(this.way, this.unit * SLACK);
    const roomy = this.fits();
    this.lay(this.way, this.unit);
    return !roomy;
  }

  /** @param {boolean} changed is the room another one? */
  choose(changed) {
    const turns = Boolean(this.main.querySelector("[data-turns]")),
      several = this.main.childElementCount > 1;
    for (const way of WAYS) {
      if (way === this.way || (way.turned && !turns) || (way.flow === "row" && !several)) continue;
      const better = this.unit * (changed ? NEAR : CLEARLY);
      this.lay(way, better);
      if (better < MOST && this.fits()) [this.way, this.unit] = [way, this.largest(way, better)];
    }
    this.chosen = this.unit;
  }

  /** The largest measure with which everything fits. To measure is dear: it is looked for near a guess. @param {Way} way */
  largest(way, guess = this.unit || 60) {
    const fits = (/** @type {number} */ unit) => (this.lay(way, unit), this.fits());
    let [low, high] = [guess, guess];
    if (fits(guess)) {
      do {
        if (low >= MOST) return MOST;
        [low, high] = [high, Math.min(MOST, high * STEP)];
      } while (fits(high));
    } else {
      do {
        if (high <= LEAST) return LEAST;
        [low, high] = [Math.max(LEAST, low / STEP), low];
      } while (!fits(low));
    }
    while (high > low * NEAR) {
      const unit = Math.sqrt(low * high);
      if (fits(unit)) low = unit;
      else high = unit;
    }
    return low;
  }

  /** @param {Way} way @param {number} unit */
  lay({ flow, turned }, unit) {
    setAttribute(this.main, "data-flow", LAYOUTS[this.main.dataset.layout ?? ""] ?? flow);
    setStyle(this.main, "--s", `${unit.toFixed(2)}px`);
    for (const board of /** @type {NodeListOf<HTMLElement>} */ (this.main.querySelectorAll("[data-turns]"))) {
      // The zone and the table say so too, for what is written there.
      for (let e = /** @type {Element | null} */ (board); e; e = e.parentElement?.closest(".board, .table") ?? null)
        setAttribute(e, "data-turned", turned);
    }
    for (const board of /** @type {NodeListOf<HTMLElement>} */ (this.main.querySelectorAll("[data-turns], [data-stretch]")))
      setStyle(board, "--stretch", 1);
  }

  fits() {
    const { main } = this,
      room = main.getBoundingClientRect();
    if (main.scrollWidth > main.clientWidth + 1) return false;
    for (const zone of main.children) {
      const { bottom, right, left } = zone.getBoundingClientRect();
      if (bottom > room.bottom + 1 || right > room.right + 1 || left < room.left - 1) return false;
      const frame = zone.querySelector(":scope > .frame"),
        board = frame?.firstElementChild?.getBoundingClientRect(),
        zoom = zoomOf(zone);
      if (frame && board && board.height / zoom > frame.clientHeight + 1) return false;
      if (frame && board && board.width / zoom > frame.clientWidth + 1) return false;
    }
    return true;
  }
}

/**
 * What decides how much room the zones in the middle need.
 * @param {import("./types.js").Zone[]} zones
 */
export const shapeOf = zones =>
  zones
    .filter(zone => !zone.area || zone.area === "main")
    .map(({ id, kind, title, rows, cols, heights, widths, note, pieces, count, part }) => {
      const lines = [title, note].map(text => Math.ceil((text?.length ?? 0) / LETTERS)),
        kinds = part ?? pieces?.map(({ face }) => face.kind).sort(); // what stands on a field takes no room of its own
      return [id, kind, lines, rows, cols, heights, widths, kinds, count ? 1 : 0].join(" ");
    })
    .join("|");
