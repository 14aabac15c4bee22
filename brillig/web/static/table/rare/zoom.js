/**
 * Maps are looked at through a window: a wheel, two fingers or the keys + and − make them larger, a drag moves them. A
 * finger that touches a place too small for it makes the map larger there first.
 */

import { setAttribute, setStyle } from "../dom.js";
import { zoomOf } from "../fit.js";

const MOST = 6;
const STEP = 1.25; // by a key, or a notch of the wheel
const FINGER = 44; // pixels that a place has when a finger chooses it
const SMALL = 26; // pixels of a place that no finger finds: the map comes nearer by itself
const FEW = 60; // places that are alight: with more the whole map is meant
const MARGIN = 1.15; // of what is looked at, around it
const FINGERS = matchMedia("(pointer: coarse)");

/** @param {Element | null | undefined} element @returns {HTMLElement | null} */
const mapOf = element => /** @type {HTMLElement | null} */ (element?.closest(".zone[data-map]") ?? null);

/** @param {HTMLElement} map @returns {[HTMLElement, HTMLElement]} what it is looked at through, and the map itself */
const parts = map => {
  const frame = /** @type {HTMLElement} */ (map.querySelector(":scope > .frame"));
  return [frame, /** @type {HTMLElement} */ (frame.firstElementChild)];
};

export class Zoom {
  /** @param {HTMLElement} main where the maps are */
  constructor(main) {
    this.main = main;
    /** @type {Map<number, { x: number, y: number }>} fingers that are down on a map */
    this.fingers = new Map();
    /** @type {{ frame: HTMLElement, x: number, y: number } | null} a mouse that moves a map */
    this.hand = null;
    /** @type {WeakMap<Element, string>} what was asked about on a map when it was last looked at for that */
    this.meant = new WeakMap();
    /** @type {WeakSet<Element>} maps that came nearer by themselves */
    this.brought = new WeakSet();
    this.soon = 0;
    main.addEventListener("wheel", event => this.wheel(event), { passive: false });
    main.addEventListener("pointerdown", event => this.down(event));
    addEventListener("pointermove", event => this.move(event), { passive: false });
    addEventListener("resize", () => {
      this.meant = new WeakMap(); // a phone was turned: the room is another one
      this.show();
    });
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, event => {
        this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
        this.hand = null;
      });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const map = mapOf(/** @type {Element} */ (event.target));
    if (!map) return;
    event.preventDefault();
    this.by(map, STEP ** (-Math.sign(event.deltaY) * (event.ctrlKey ? 0.4 : 1)), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const target = /** @type {Element} */ (event.target),
      map = mapOf(target);
    if (!map) return;
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    else if (zoomOf(map) > 1 && !target.closest("[data-live], [data-picked]"))
      this.hand = { frame: parts(map)[0], x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.hand) {
      this.hand.frame.scrollBy(this.hand.x - event.clientX, this.hand.y - event.clientY);
      Object.assign(this.hand, { x: event.clientX, y: event.clientY });
    }
    const finger = this.fingers.get(event.pointerId);
    if (!finger || this.fingers.size !== 2) return;
    const spread = () => {
      const [a, b] = [...this.fingers.values()];
      return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    };
    const before = spread();
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    const after = spread(),
      map = mapOf(document.elementFromPoint(after.x, after.y)) ?? this.map();
    if (!map || !before.far) return;
    event.preventDefault();
    parts(map)[0].scrollBy(before.x - after.x, before.y - after.y);
    this.by(map, after.far / before.far, after.x, after.y);
  }

  /** The map on this table, if there is one. */
  map() {
    return /** @type {HTMLElement | null} */ (this.main.querySelector(".zone[data-map]"));
  }

  /** @param {string} key @returns {boolean} was it one of ours? */
  key(key) {
    const map = this.map();
    if (!map) return false;
    const { x, y, width, height } = parts(map)[0].getBoundingClientRect(),
      focus = mapOf(document.activeElement) === map ? document.activeElement?.getBoundingClientRect() : null;
    const [cx, cy] = focus ? [focus.x + focus.width / 2, focus.y + focus.height / 2] : [x + width / 2, y + height / 2];
    if (key === "+" || key === "=") this.by(map, STEP, cx, cy);
    else if (key === "-") this.by(map, 1 / STEP, cx, cy);
    else if (key === "0") this.to(map, 1, cx, cy);
    else return false;
    return true;
  }

  /** What a finger means that has come down beside everything: what is alight there, however small it is drawn. @param {MouseEvent} event */
  beside({ target, clientX, clientY }) {
    const reach = (/** @type {Element} */ thing) => {
      const { x, y, width, height } = thing.getBoundingClientRect();
      return Math.max(Math.abs(clientX - x - width / 2), Math.abs(clientY - y - height / 2));
    };
    const near = [...(mapOf(/** @type {Element} */ (target))?.querySelectorAll("[data-live]") ?? [])]
      .map(thing => ({ thing: /** @type {HTMLElement} */ (thing), far: reach(thing) }))
      .sort((a, b) => a.far - b.far)[0];
    return near?.far <= FINGER / 2 ? near.thing : null;
  }

  /** A finger is about to touch this: is the map made larger first? @param {HTMLElement} thing @returns {boolean} */
  first(thing) {
    const map = mapOf(thing);
    if (!map) return false;
    const { x, y, width, height } = thing.getBoundingClientRect(),
      size = Math.min(width, height);
    if (size >= FINGER - 2 || zoomOf(map) >= MOST || this.alone(map, thing)) return false;
    this.by(map, (1.1 * FINGER) / size, x + width / 2, y + height / 2, true);
    return true;
  }

  /** Does a finger's width part it from all else that is alight? @param {HTMLElement} map @param {HTMLElement} thing */
  alone(map, thing) {
    const middle = (/** @type {Element} */ it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [x, y] = middle(thing);
    return [...map.querySelectorAll("[data-live]")].every(other => {
      const [u, v] = middle(other);
      return other === thing || Math.max(Math.abs(u - x), Math.abs(v - y)) > FINGER;
    });
  }

  /** What is asked has changed: where it is about something too small for a finger, the map comes near it. */
  show() {
    if (!FINGERS.matches) return;
    clearTimeout(this.soon);
    this.soon = setTimeout(() => {
      for (const map of this.main.querySelectorAll(".zone[data-map]:not(.field)"))
        if (!map.querySelector("[data-kind=pattern], [data-look=black]")) this.approach(/** @type {HTMLElement} */ (map)); // patterns are seen whole
    }, 30); // when all is where it stays
  }

  /** As near as all that is meant stays in sight; what somebody has made larger stays so. @param {HTMLElement} map */
  approach(map) {
    const about = map.getAttribute("data-about"),
      live = [...map.querySelectorAll("[data-live]")],
      meant = live.length || !about ? live : [...map.querySelectorAll(`.spot:has([data-id="${CSS.escape(about)}"])`)],
      now = meant.map(thing => thing.getAttribute("data-id")).join();
    if (now === (this.meant.get(map) ?? "")) return;
    this.meant.set(map, now);
    if (this.brought.has(map)) this.to(map, 1, 0, 0);
    if (zoomOf(map) > 1 || !meant.length || meant.length > FEW) return;
    const boxes = meant.map(thing => thing.getBoundingClientRect()),
      size = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
    if (size >= SMALL) return;
    const [left, right] = [Math.min(...boxes.map(box => box.left)), Math.max(...boxes.map(box => box.right))],
      [top, bottom] = [Math.min(...boxes.map(box => box.top)), Math.max(...boxes.map(box => box.bottom))],
      room = parts(map)[0],
      most = Math.min(room.clientWidth / (right - left), room.clientHeight / (bottom - top)) / MARGIN;
    this.to(map, Math.min((1.1 * FINGER) / size, most), (left + right) / 2, (top + bottom) / 2, true);
    this.brought.add(map);
  }

  /** All of every map is in sight again. */
  rest() {
    this.meant = new WeakMap();
    for (const map of this.main.querySelectorAll(".zone[data-map][data-zoomed]"))
      this.to(/** @type {HTMLElement} */ (map), 1, 0, 0);
  }

  /** @param {HTMLElement} map @param {number} times @param {number} x @param {number} y @param {boolean} [centre] */
  by(map, times, x, y, centre = false) {
    this.to(map, zoomOf(map) * times, x, y, centre);
  }

  /**
   * What lies under this point stays under it, or comes to the middle.
   * @param {HTMLElement} map @param {number} zoom @param {number} x @param {number} y @param {boolean} [centre]
   */
  to(map, zoom, x, y, centre = false) {
    this.brought.delete(map);
    const [frame, cells] = parts(map),
      wanted = Math.min(MOST, Math.max(1, zoom)),
      before = cells.getBoundingClientRect();
    const [a, b] = [(x - before.x) / before.width, (y - before.y) / before.height];
    setAttribute(map, "data-zoomed", wanted > 1.01 ? wanted.toFixed(3) : null);
    setStyle(cells, "--zoom", wanted > 1.01 ? wanted.toFixed(3) : 1);
    const after = cells.getBoundingClientRect(),
      room = frame.getBoundingClientRect();
    const [tx, ty] = centre ? [room.x + room.width / 2, room.y + room.height / 2] : [x, y];
    frame.scrollBy(after.x + a * after.width - tx, after.y + b * after.height - ty);
  }
}
