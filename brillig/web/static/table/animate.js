/**
 * Shows how the table came to look as it does. The screen is drawn first, as it is now; then what has moved is flown from
 * where it was by a copy on top of everything, while the thing itself waits unseen. Nothing here holds up a touch.
 */

import { draw as drawFace } from "../art/face.js";
import { transfers } from "./heaps.js";
import { anyWays, hops, way } from "./hops.js";

/** @typedef {import("./draw.js").Stage} Stage */
/** @typedef {import("./draw.js").Drawn} Drawn */
/** @typedef {import("./draw.js").Report} Report */
/** @typedef {{ element: HTMLElement, from: DOMRect, to: DOMRect }} Flight */

const GLIDE = "cubic-bezier(.3, .7, .2, 1)";
const MOVE = 380,
  FLIP = 300,
  APPEAR = 220,
  TUMBLE = 500,
  HOP = 260; // milliseconds
const BRISK = 0.2; // where every moment counts, all takes this part of its time
const APART = 60; // between neighbours that turn one after the other
const MOST_FLYING = 6; // of a heap

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Animator {
  /** @param {HTMLElement} root where copies fly, on top */
  constructor(root) {
    this.root = root;
    this.on = true; // may be switched off by whoever draws pictures that stand still
    /** @type {Map<string, { copy: HTMLElement, flight: Animation, unseen: Animation }>} pieces in the air, by id */
    this.flying = new Map();
  }

  /** How long something takes on this table. @param {number} usual milliseconds */
  time(usual) {
    return this.root.closest("[data-brisk]") ? BRISK * usual : usual;
  }

  get moves() {
    return this.on && !reduced.matches && document.visibilityState === "visible";
  }

  /**
   * Draw, and show the difference.
   * @param {Stage} stage
   * @param {() => Report} draw
   */
  around(stage, draw) {
    if (!this.moves) {
      this.land();
      return draw();
    }
    const before = this.places(stage);
    const report = draw();
    if (before.size) this.play(stage, before, report);
    return report;
  }

  /** Everything arrives at once. */
  land() {
    for (const { copy, flight, unseen } of this.flying.values()) {
      flight.cancel();
      unseen.cancel();
      copy.remove();
    }
    this.flying.clear();
  }

  /**
   * Where all pieces are, those in the air included.
   * @param {Stage} stage
   */
  places(stage) {
    /** @type {Map<string, DOMRect>} */
    const found = new Map();
    for (const [id, { element }] of stage.pieces) {
      found.set(id, (this.flying.get(id)?.copy ?? element).getBoundingClientRect());
    }
    this.land();
    return found;
  }

  /**
   * @param {Stage} stage
   * @param {Map<string, DOMRect>} before
   * @param {Report} report
   */
  play(stage, before, report) {
    const now = this.places(stage); // all are measured before anything is put into the air: measuring between is slow
    const came = new Set(report.came);
    const went = new Set(report.went);
    for (const [id, to] of now) {
      const from = before.get(id);
      const drawn = stage.pieces.get(id);
      if (from && drawn && !came.has(drawn)) this.fly(drawn.element, from, to, { id, path: way(stage, drawn.piece, from) });
    }
    this.heaps(stage, before, report, came, went);
    for (const drawn of came) {
      const to = /** @type {DOMRect} */ (now.get(drawn.piece.id));
      const twin = nearest(drawn, to, went, before);
      const from = twin && before.get(twin.piece.id);
      if (twin) went.delete(twin);
      if (from) this.fly(drawn.element, from, to, { id: drawn.piece.id });
      else this.appear(drawn, to, report);
    }
    for (const drawn of went) this.vanish(drawn, before.get(drawn.piece.id), report);
    this.turns(stage, report);
  }

  // ---- moving --------------------------------------------------------------------------------------------------------

  /**
   * Let a copy come from there; the thing itself is unseen until it has arrived.
   * @param {HTMLElement} element
   * @param {DOMRect} from
   * @param {DOMRect} to where it is
   * @param {{ id: string, back?: SVGElement | null, path?: { x: number, y: number }[] }} how what it is called, the back
   *   that it shows on the way, and the places that it comes along
   */
  fly(element, from, to, { id, back = null, path = [] }) {
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    if (!from.width || !to.width || (Math.abs(dx) < 2 && Math.abs(dy) < 2 && Math.abs(from.width - to.width) < 2))
      return;
    const copy = this.copy(element, to);
    const straight = MOVE + Math.min(200, Math.hypot(dx, dy) / 4);
    const duration = this.time(path.length ? HOP * (path.length - 1) : straight);
    const start = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
    const flight = path.length
      ? copy.animate(hops(path, to), { duration })
      : copy.animate([{ transform: start }, { transform: "none" }], { duration, easing: GLIDE });
    const unseen = element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
    if (back) flip(copy, back, duration / 2, 0);
    this.flying.set(id, { copy, flight, unseen });
    flight.onfinish = () => {
      copy.remove();
      if (this.flying.get(id)?.copy === copy) this.flying.delete(id);
    };
  }

  /**
   * What was touched goes at once where it was sent, if that can be told from the touches and its way is no matter.
   * @param {Stage} stage
   * @param {string[]} touch
   */
  send(stage, touch) {
    if (anyWays(stage)) return;
    const [first, ...rest] = touch,
      second = rest.find(id => stage.pieces.get(id)?.piece.face.kind !== "turn"); // which way round is no place
    const lights = stage.lights.get(first) ?? [];
    const target = stage.things.get(second ?? (lights.length === 1 ? lights[0] : ""));
    const top = stage.things.get(first)?.querySelector(":scope > .piece:last-of-type")?.getAttribute("data-id");
    const drawn = stage.pieces.get(first) ?? stage.pieces.get(top ?? "");
    if (drawn && target && !target.classList.contains("piece")) this.lift(drawn.element, drawn.piece.id, target);
  }

  /**
   * A piece that was dragged stays where it was let go, until the next screen says where it is.
   * @param {string} id
   * @param {HTMLElement} element
   * @param {HTMLElement} copy what was under the pointer
   */
  carry(id, element, copy) {
    const hold = { duration: 1, fill: /** @type {FillMode} */ ("forwards") };
    this.flying.set(id, { copy, flight: copy.animate([{}], 1), unseen: element.animate([{ opacity: 0 }], hold) });
  }

  /** It does not go there: what was sent comes back, and the place says no. @param {HTMLElement | undefined} place */
  refuse(place) {
    this.land();
    if (!this.moves) return;
    const [from, red] = [{ transform: "translateX(-4%)" }, { boxShadow: "0 0 0 6px #e2381f" }];
    place?.animate([from, { ...red, transform: "translateX(4%)" }, { ...from, ...red }, {}], 240);
  }

  /**
   * Let a piece go there at once and wait; the next screen says where it really is.
   * @param {HTMLElement} element
   * @param {string} id
   * @param {HTMLElement} target
   */
  lift(element, id, target) {
    if (!this.moves || this.flying.has(id)) return;
    const from = element.getBoundingClientRect(),
      to = middle(target.getBoundingClientRect()),
      like = target.closest(".zone")?.querySelector(`.piece[data-kind="${element.dataset.kind}"]`), // as large as those there
      scale = (like?.getBoundingClientRect().width || from.width) / from.width,
      copy = this.copy(element, from);
    const end = `translate(${to.x - from.x - (scale * from.width) / 2}px, ${to.y - from.y - (scale * from.height) / 2}px) scale(${scale})`;
    const flight = copy.animate([{ transform: "none" }, { transform: end }], {
      duration: this.time(MOVE),
      easing: GLIDE,
      fill: "forwards",
    });
    const unseen = element.animate([{ opacity: 0 }], { duration: 1, fill: "forwards" });
    this.flying.set(id, { copy, flight, unseen });
  }

  /**
   * A picture of a thing, on top of everything.
   * @param {HTMLElement} element
   * @param {DOMRect} at
   */
  copy(element, at) {
    const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
    for (const name of ["data-id", "data-touch", "data-live", "tabindex", "role", "aria-label"])
      copy.removeAttribute(name);
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("flying");
    Object.assign(copy.style, {
      left: `${at.x}px`,
      top: `${at.y}px`,
      width: `${at.width}px`,
      height: `${at.height}px`,
    });
    this.root.append(copy);
    return copy;
  }

  // ---- coming and going ----------------------------------------------------------------------------------------------

  /** @param {Drawn} drawn @param {DOMRect} to @param {Report} report */
  appear(drawn, to, report) {
    const { element, piece } = drawn,
      pile = report.piles.find(p => p.change < 0);
    if (piece.face.kind === "die") {
      tumble(element);
    } else if (pile) {
      const back = piece.face.look?.back ? null : pile.element.querySelector("svg")?.cloneNode(true);
      const how = { id: piece.id, back: /** @type {SVGElement | null} */ (back ?? null) };
      this.fly(element, pile.element.getBoundingClientRect(), to, how);
    } else {
      element.animate(
        [
          { opacity: 0, transform: "translateY(-40%) scale(1.15)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: this.time(APPEAR), easing: "ease-in" },
      );
    }
  }

  /** @param {Drawn} drawn @param {DOMRect | undefined} from @param {Report} report */
  vanish(drawn, from, report) {
    if (!from?.width) return;
    const copy = this.copy(drawn.element, from),
      pile = report.piles.find(p => p.change > 0);
    const to = pile?.element.getBoundingClientRect();
    const end = to
      ? { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / from.width})` }
      : { opacity: 0, transform: "scale(.6)" };
    copy.animate([{}, end], { duration: this.time(to ? MOVE : APPEAR), easing: GLIDE }).onfinish = () => copy.remove();
  }

  /**
   * Let what went from heap to heap fly there one by one.
   * @param {Stage} stage
   * @param {Map<string, DOMRect>} before
   * @param {Report} report
   * @param {Set<Drawn>} came
   * @param {Set<Drawn>} went
   */
  heaps(stage, before, report, came, went) {
    for (const { giver, taker, n } of transfers(report)) {
      const from = before.get(giver.id);
      if (!from) continue;
      this.shower(taker, from, Math.min(n, MOST_FLYING), stage.box);
      came.delete(taker);
      for (const drawn of went) if (drawn.piece === giver) went.delete(drawn);
    }
  }

  /** @param {Drawn} taker @param {DOMRect} from @param {number} n @param {string} box */
  shower(taker, from, n, box) {
    const { element, piece } = taker,
      to = element.getBoundingClientRect();
    for (let k = 0; k < n; k++) {
      const copy = this.copy(element, to);
      copy.replaceChildren(drawFace({ ...piece.face, look: { ...piece.face.look, count: 1 } }, box));
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
      copy.animate([{ transform: start }, { transform: "none" }], {
        duration: MOVE + 80,
        delay: APART * k,
        easing: GLIDE,
        fill: "backwards",
      }).onfinish = () => copy.remove();
    }
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: MOVE + 80 });
  }

  // ---- turning -------------------------------------------------------------------------------------------------------

  /**
   * Faces that are others now. Those that turn together do so one after the other, outwards from what was just played.
   * @param {Stage} stage
   * @param {Report} report
   */
  turns(stage, report) {
    const last = [...stage.things.values()].find(thing => thing.dataset.mark === "last");
    const centre = last && middle(last.getBoundingClientRect());
    for (const { drawn, old } of report.turned) {
      const { element, piece } = drawn;
      if (piece.face.kind === "die") {
        tumble(element, this.flying.size ? MOVE : 0); // thrown when what was moved has arrived
      } else if (piece.face.kind === "tower") {
        import("./rare/towers.js").then(({ build }) => build(element, piece.face.look ?? {}));
      } else if (old && piece.face.look?.count == null) {
        const at = element.getBoundingClientRect(),
          here = middle(at);
        const steps = centre
          ? Math.round(Math.max(Math.abs(here.x - centre.x), Math.abs(here.y - centre.y)) / (at.width * 1.25 || 1))
          : 0;
        flip(element, old, this.time(FLIP), this.time(centre ? APPEAR / 2 + APART * Math.min(steps, 12) : 0));
      } else if (old) {
        element.animate([{ transform: "scale(1.25)" }, { transform: "none" }], {
          duration: APPEAR,
          delay: MOVE,
          easing: "ease-out",
        });
      }
    }
  }
}

/**
 * The old face turns away, then the new one comes round.
 * @param {HTMLElement} element which has its new face already
 * @param {SVGElement} old
 * @param {number} duration
 * @param {number} delay
 */
function flip(element, old, duration, delay) {
  const face = element.querySelector("svg");
  if (!face) return;
  old.classList.add("old");
  element.append(old);
  const half = duration / 2;
  face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
    duration: half,
    delay: delay + half,
    easing: "ease-out",
    fill: "backwards",
  });
  old.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
    duration: half,
    delay,
    easing: "ease-in",
    fill: "both",
  }).onfinish = () => old.remove();
}

/** @param {HTMLElement} element @param {number} [delay] */
function tumble(element, delay = 0) {
  const spin = 360 * (Math.random() < 0.5 ? -1 : 1);
  element.animate(
    [
      { transform: `translate(${-40 + 80 * Math.random()}%, -70%) rotate(${spin}deg) scale(1.2)`, opacity: delay ? 0 : 0.6 },
      {
        transform: `translate(${-12 + 24 * Math.random()}%, 8%) rotate(${spin / 3}deg) scale(1.05)`,
        opacity: 1,
        offset: 0.55,
      },
      { transform: "none" },
    ],
    { duration: TUMBLE, delay, fill: "backwards", easing: "cubic-bezier(.2, .6, .3, 1)" },
  );
}

/** @param {DOMRect} rect */
const middle = rect => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/**
 * Of what went, the one that looks like this and was nearest: pieces without a name of their own move so.
 * @param {Drawn} drawn
 * @param {DOMRect} to where it is now
 * @param {Set<Drawn>} went
 * @param {Map<string, DOMRect>} before
 */
function nearest(drawn, to, went, before) {
  const here = middle(to);
  let best = null,
    least = Infinity;
  for (const other of went) {
    const at = before.get(other.piece.id);
    if (other.key !== drawn.key || !at) continue;
    const there = middle(at),
      far = Math.hypot(here.x - there.x, here.y - there.y);
    if (far < least) [best, least] = [other, far];
  }
  return best;
}
