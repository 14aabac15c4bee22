/**
 * Pointing anywhere on an open field. A mouse points and clicks, or drags a piece there; a finger points, slides to where
 * it is wanted, and a button says "here"; arrow keys go step by step, Enter takes the point. What is in reach is lit,
 * what would be hit is marked. A point is two choices, sent as one; a point that is not allowed is sent too, for the
 * server to say why.
 */

import { setAttribute } from "../dom.js";
import { allows, area, drawOver, frameField, nearestAllowed, piecesIn, placeOf, pointUnder } from "./field.js";
import { isMyTurn, myChoices } from "../state.js";
import { zoomOf } from "../fit.js";

/** @typedef {import("../types.js").Aim} Aim */
/** @typedef {import("../types.js").OfferedChoice} Option */
/** @typedef {import("../input.js").Input} Input */
/** @typedef {{ x: number, y: number }} Point */

const SLIP = 5; // pixels before a mouse drags
const FINGER = 26; // pixels around a finger in which it means a piece
const MOUSE = 16; // and around a mouse
const APART = 12; // pixels by which one piece must be nearer to a finger than the next
const STRIDE = 6; // units, with the Shift key
const SETTLED = 80; // milliseconds until the table has its size again
const EASY = 5; // pixels that a unit should have for a finger
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const coarse = matchMedia("(pointer: coarse)");

/** The middle of what may be pointed at. @param {Aim} aim @returns {[number, number]} */
const middle = aim => {
  const at = aim.columns.length >> 1,
    runs = aim.columns[at];
  return [aim.left + at, runs.length ? (runs[0] + runs[runs.length - 1]) >> 1 : 0];
};

/**
 * A page on which somebody may aim.
 * @typedef {{
 *   root: HTMLElement, input: Input, zoom: import("../rare.js").Rare<import("./zoom.js").Zoom>, fit: import("../fit.js").Fit,
 *   speech: import("../speech.js").Speech, aimer: Aimer | null, render: () => void,
 * }} Page
 */

/** @param {Page} page */
export function aimOn(page) {
  page.aimer ??= new Aimer(page.root, page.input, {
    zoom: page.zoom,
    fit: () => page.fit.fit(`${page.fit.shape} `),
    say: words => page.speech.say(words),
    changed: () => page.render(),
  });
}

export class Aimer {
  /**
   * @param {HTMLElement} root
   * @param {Input} input
   * @param {{ zoom: import("../rare.js").Rare<import("./zoom.js").Zoom>, fit: () => void, say: (words: string) => void, changed: () => void }} on
   */
  constructor(root, input, on) {
    this.root = root;
    this.input = input;
    this.on = on;
    /** @type {Aim | null} what is aimed at now */
    this.aim = null;
    this.key = ""; // so that the same aim is not begun twice
    /** @type {Point} */
    this.at = { x: 0, y: 0 };
    /** @type {{ id: string, x: number, y: number, dragging: boolean, finger: boolean, from: Point } | null} */
    this.held = null;
    this.slid = false; // has a finger or a drag just moved the point?
    root.addEventListener("click", event => this.clicked(/** @type {PointerEvent} */ (event)), { capture: true });
    root.addEventListener("keydown", event => this.pressed(event), { capture: true });
    root.addEventListener("pointerdown", event => this.down(event));
    addEventListener("pointermove", event => this.move(event));
    addEventListener("pointerup", event => this.up(event));
    addEventListener("pointercancel", () => (this.held = null));
  }

  /** The choice that a point completes; null if a point is all that is asked for. @returns {Option | null} */
  option() {
    const { state } = this.input;
    const made = state.touched.length ? myChoices(state).made(state.touched) : null;
    return made?.aim ? made : null;
  }

  /** The point that these codes mean, if they are those of a point. @param {Aim} aim @param {number[]} codes @returns {Point | null} */
  advised(aim, codes) {
    return codes.length === 2 ? { x: codes[0] - (aim.across ?? -1), y: codes[1] - aim.down } : null;
  }

  /** Where a hint points to, in words. @param {Option} option @param {number[]} codes */
  hinted(option, codes) {
    const where = option.aim && this.advised(option.aim, codes);
    return where ? `, at ${where.x}, ${where.y}` : "";
  }

  /** @returns {HTMLElement | null} */
  cells(zone = this.aim?.zone) {
    return /** @type {HTMLElement | null} */ (this.input.stage.zones.get(zone ?? "")?.querySelector(".cells") ?? null);
  }

  /** Begin, go on or end, as things are now. */
  refresh() {
    const { state } = this.input,
      scene = state.view?.scene;
    const free = isMyTurn(state) && !state.sent && !state.covered && !state.asked;
    const aim = free ? (this.option()?.aim ?? scene?.aim ?? null) : null,
      key = aim ? `${state.view?.ply} ${state.touched}` : "";
    if (key !== this.key) {
      const before = this.cells();
      if (before && this.aim) this.end(before);
      this.aim = aim;
      this.key = key;
      if (aim) this.begin(aim);
    } else this.aim = aim;
    this.draw();
  }

  /** @param {Aim} aim */
  begin(aim) {
    const cells = this.cells();
    if (!cells) return;
    const { state } = this.input,
      hinted = state.hint != null && this.option()?.code === state.hint ? this.advised(aim, state.advised) : null,
      [x, y] = aim.start ?? middle(aim);
    this.at = nearestAllowed(aim, hinted ?? { x, y });
    if (frameField(cells, !this.inView(cells, aim))) this.on.fit();
    setAttribute(cells, "data-aiming", true);
    if (!cells.hasAttribute("tabindex")) cells.tabIndex = -1;
    if (coarse.matches) setTimeout(() => aim === this.aim && this.closer(cells, aim), SETTLED);
    // Whoever touched by keyboard goes on by keyboard.
    if (this.root.querySelector(":focus-visible")) cells.focus({ preventScroll: true });
  }

  /** Make what is in reach large enough for a finger. @param {HTMLElement} cells @param {Aim} aim */
  closer(cells, aim) {
    const map = /** @type {HTMLElement | null} */ (cells.closest(".zone"));
    if (!map || !aim.reach) return;
    const { x, y, unit } = placeOf(cells, { x: aim.reach[0], y: aim.reach[1] }),
      room = /** @type {Element} */ (cells.parentElement).getBoundingClientRect(),
      wanted = Math.min(EASY, Math.min(room.width, room.height) / (2.3 * aim.reach[2]));
    if (unit < wanted) this.on.zoom.control?.to(map, (zoomOf(map) * wanted) / unit, x, y, true);
  }

  /** @param {HTMLElement} cells */
  end(cells) {
    setAttribute(cells, "data-aiming", null);
    for (const hit of cells.querySelectorAll("[data-hit]")) hit.removeAttribute("data-hit");
    if (frameField(cells, false)) this.on.fit();
    drawOver(cells, "");
    this.held = null;
    this.on.zoom.control?.rest();
  }

  /** Is all that may be pointed at in the part of the field that is seen? @param {HTMLElement} cells @param {Aim} aim */
  inView(cells, aim) {
    const [left, top, wide, high] = (cells.dataset.view ?? "0 0 0 0").split(" ").map(Number);
    const runs = aim.columns.flat();
    return aim.left >= left && aim.left + aim.columns.length - 1 <= left + wide && Math.min(...runs) >= top && Math.max(...runs) <= top + high;
  }

  // ---- what is seen --------------------------------------------------------------------------------------------------

  draw() {
    const { aim, at } = this;
    for (const zone of this.root.querySelectorAll(".zone.field .cells")) {
      const cells = /** @type {HTMLElement} */ (zone);
      drawOver(cells, aim && cells === this.cells() ? this.sketch(aim, at) : this.lines(cells));
      const hit = new Set(aim?.blast && cells === this.cells() ? piecesIn(cells, at, aim.blast).map(({ id }) => id) : []);
      for (const piece of cells.querySelectorAll(".piece")) setAttribute(piece, "data-hit", hit.has(piece.getAttribute("data-id") ?? ""));
    }
  }

  /** What may be pointed at, the reach, and the point. @param {Aim} aim @param {Point} at */
  sketch(aim, at) {
    const ok = allows(aim, at) ? "" : " no",
      half = aim.blast || (aim.side ?? 0) / 2 || 2,
      reach = aim.reach ? `<circle class="reach" cx="${aim.reach[0]}" cy="${aim.reach[1]}" r="${aim.reach[2]}"/>` : "",
      way = aim.reach ? `<path class="way${ok}" d="M${aim.reach[0]} ${aim.reach[1]}L${at.x} ${at.y}"/>` : "",
      mark = `<rect class="mark${aim.blast ? " blast" : ""}${ok}" x="${at.x - half}" y="${at.y - half}" width="${2 * half}" height="${2 * half}"/>`,
      cross = `<path class="cross${ok}" d="M${at.x - half - 3} ${at.y}h${2 * half + 6}M${at.x} ${at.y - half - 3}v${2 * half + 6}"/>`;
    return `<path class="area" d="${area(aim)}"/>${reach}${way}${mark}${cross}`;
  }

  /** Thin lines from what was picked up to what may be touched next. @param {HTMLElement} cells */
  lines(cells) {
    const { stage, state } = this.input,
      from = stage.pieces.get(state.touched.at(-1) ?? "")?.piece.at;
    if (!from || state.asked) return "";
    return [...this.input.next().keys()]
      .flatMap(id => {
        const to = stage.pieces.get(id);
        return to?.piece.at && cells.contains(to.element) ? [`<path class="line" d="M${from}L${to.piece.at}"/>`] : [];
      })
      .join("");
  }

  /** What is asked while somebody aims. */
  words() {
    const { touched } = this.input.state,
      who = touched.length ? `${this.input.called(touched[touched.length - 1])}: ` : "";
    const how = coarse.matches ? `point, then press “${this.aim?.words ?? "Here"}”.` : "point and click, or use the arrow keys and Enter.";
    return (who + how).replace(/^./, c => c.toUpperCase());
  }

  /** The button that takes the point. */
  deed() {
    return { name: "aim", label: this.aim?.words ?? "Here", main: true, live: true, act: () => this.take() };
  }

  // ---- what is done --------------------------------------------------------------------------------------------------

  /** Choose this point. */
  take(at = this.at) {
    const { aim, input } = this,
      option = this.option();
    if (!aim) return;
    const across = aim.across ?? -1,
      codes = [...(option ? [option.code] : []), ...(across >= 0 ? [across + at.x] : []), aim.down + at.y];
    const label = `${option?.label ?? "There"}: ${at.x}, ${at.y}`;
    /** @type {Option} */
    const made = { code: codes[0], label, touch: option?.touch ?? [], then: codes.slice(1) };
    if (input.state.confirm && allows(aim, at)) input.ask(made);
    else {
      input.state.touched = [];
      input.on.choose(made);
    }
  }

  /** @param {Point} at */
  point(at) {
    if (at.x === this.at.x && at.y === this.at.y) return;
    this.at = at;
    this.draw();
  }

  /** @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    const { aim } = this;
    if (!aim) return;
    const [w, h] = this.input.state.view?.scene.screen.zones?.find(({ id }) => id === aim.zone)?.size ?? [0, 0];
    this.point({ x: Math.max(0, Math.min(w, this.at.x + dx)), y: Math.max(0, Math.min(h, this.at.y + dy)) });
    const cells = this.cells(),
      hits = aim.blast && cells ? piecesIn(cells, this.at, aim.blast).map(({ face }) => face.say) : [];
    this.on.say([`${this.at.x}, ${this.at.y}`, allows(aim, this.at) ? "" : "not allowed", hits.length ? `hits ${hits.join(", ")}` : ""].filter(Boolean).join(": "));
  }

  // ---- keys, mice and fingers ----------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    if (!this.aim || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog, .t-talk")) return;
    const way = ARROWS[event.key],
      far = event.shiftKey ? STRIDE : 1;
    if (way) this.nudge(way[0] * far, way[1] * far);
    else if ((event.key === "Enter" || event.key === " ") && !target.closest("button, a, summary")) this.take();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Event} event @returns {HTMLElement | null} */
  under(event) {
    const cells = /** @type {Element} */ (event.target).closest(".zone.field .cells");
    return /** @type {HTMLElement | null} */ (cells);
  }

  /** @param {PointerEvent} event */
  clicked(event) {
    const cells = this.under(event),
      finger = event.pointerType === "touch";
    if (!cells) return;
    if (this.slid) {
      this.slid = false;
      event.stopPropagation();
    } else if (this.aim && cells === this.cells()) {
      event.stopPropagation();
      this.point(pointUnder(cells, event.clientX, event.clientY));
      if (finger) this.on.changed();
      else this.take();
    } else this.tap(event, cells, finger);
  }

  /** What can be touched near a finger or a mouse, the nearest first. @param {PointerEvent} event @param {HTMLElement} cells @param {number} within */
  near(event, cells, within) {
    return [...this.input.next().keys()]
      .flatMap(id => {
        const piece = this.input.stage.pieces.get(id);
        if (!piece || !cells.contains(piece.element)) return [];
        const { x, y, width, height } = piece.element.getBoundingClientRect();
        return [{ id, far: Math.hypot(x + width / 2 - event.clientX, y + height / 2 - event.clientY) }];
      })
      .filter(({ far }) => far <= within)
      .sort((a, b) => a.far - b.far);
  }

  /** The nearest piece is meant; where two are about as near to a finger, it looks closer first. @param {PointerEvent} event @param {HTMLElement} cells @param {boolean} finger */
  tap(event, cells, finger) {
    const near = this.near(event, cells, finger ? FINGER + APART : MOUSE),
      map = /** @type {HTMLElement} */ (cells.closest(".zone"));
    if (!near.length || near[0].far > FINGER) return;
    event.stopPropagation();
    if (finger && near[1] && near[1].far < near[0].far + APART && zoomOf(map) < 5) this.on.zoom.control?.by(map, 2.2, event.clientX, event.clientY, true);
    else this.input.touch(near[0].id);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const cells = this.under(event);
    this.slid = false;
    this.held = null;
    if (!cells || event.button !== 0 || !event.isPrimary) return;
    const finger = event.pointerType === "touch",
      id = this.near(event, cells, MOUSE)[0]?.id ?? "";
    const draggable = !this.aim && Boolean(this.input.next().get(id)?.aim) && !finger;
    if (draggable || (this.aim && finger))
      this.held = { id, x: event.clientX, y: event.clientY, dragging: false, finger, from: this.at };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this,
      cells = this.cells();
    if (held && event.isPrimary) {
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.dragging && Math.hypot(dx, dy) > SLIP) {
        held.dragging = true;
        if (!held.finger) this.input.touch(held.id);
        setAttribute(this.root, "data-dragging", true);
      }
      if (!held.dragging) return;
      const now = this.cells();
      if (!now) return;
      event.preventDefault();
      if (held.finger) {
        const { unit } = placeOf(now, held.from);
        this.point({ x: Math.round(held.from.x + dx / unit), y: Math.round(held.from.y + dy / unit) });
      } else this.point(pointUnder(now, event.clientX, event.clientY));
    } else if (this.aim && cells && event.pointerType !== "touch" && cells.contains(/** @type {Node} */ (event.target))) {
      this.point(pointUnder(cells, event.clientX, event.clientY));
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held } = this;
    this.held = null;
    if (!held?.dragging) return;
    setAttribute(this.root, "data-dragging", null);
    this.slid = true; // the browser makes a click of this
    setTimeout(() => (this.slid = false), 0);
    const cells = this.cells();
    if (held.finger) this.on.changed();
    else if (cells && this.aim && event.pointerType !== "touch") this.take(pointUnder(cells, event.clientX, event.clientY));
  }
}
