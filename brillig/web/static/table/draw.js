/**
 * Draws a screen: zones, their places, and pieces in them. Everything is kept by its id, so that drawing the next screen
 * changes only what has changed, and a piece that goes elsewhere is the same element there.
 */

import { FLAT, draw as drawFace, faceKey, ground } from "../art/face.js";
import { ABREAST, AREAS, BOARDS, SMALL, areaOf, inOrder, tell } from "./areas.js";
import { layOut, nameMargins } from "./board.js";
import { arrange, make, setAttribute, setStyle, setText } from "./dom.js";
import { fields } from "./rare.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Zone} Zone */
/** @typedef {import("./types.js").Face} Face */
/** @typedef {import("./types.js").Screen} Screen */
/** @typedef {import("./areas.js").Area} Area */

/**
 * A piece that is on the table.
 * @typedef {{ element: HTMLElement, piece: Piece, key: string }} Drawn
 */

/**
 * What drawing a screen has changed, for those who animate it.
 * @typedef {{
 *   came: Drawn[],
 *   went: Drawn[],
 *   turned: { drawn: Drawn, old: SVGElement | null, before: Piece }[],
 *   piles: { element: HTMLElement, change: number }[],
 * }} Report
 */

const MANY = 6; // things in a hand, from which on it needs the whole width of a phone on its side
const FANNED = new Set(["card", "tile", "pattern"]),
  SMALL_THING = 0.75, // of the width of a card
  BESIDE = 5.4; // cards: so many and a question lie side by side on a laptop

/** How many cards need as much room. @param {Piece[]} pieces */
const abreast = pieces => pieces.reduce((n, { face }) => n + (FANNED.has(face.kind) ? 1 : SMALL_THING), 0);

export class Stage {
  /**
   * @param {Record<Area, HTMLElement>} areas where zones are put
   * @param {string} box whose look the pieces have
   */
  constructor(areas, box) {
    this.areas = areas;
    this.box = box;
    /** @type {Map<string, Drawn>} pieces by id */
    this.pieces = new Map();
    /** @type {Map<string, HTMLElement>} everything that has an id: places, pieces, piles */
    this.things = new Map();
    /** @type {Map<string, HTMLElement>} zones by id */
    this.zones = new Map();
    /** @type {Map<string, number>} how many lay in each pile */
    this.counts = new Map();
    /** @type {Map<string, string[]>} what lights up while something is pointed at */
    this.lights = new Map();
    /** @type {Screen | null} */
    this.shown = null;
    SMALL.addEventListener("change", () => this.shown?.zones?.some(zone => zone.keep) && this.show(this.shown));
    /** @type {Record<string, string[]>} what lights up, after some touches, while the next thing is pointed at */
    this.ways = {};
  }

  /**
   * Show this screen.
   * @param {Screen} screen
   * @returns {Report}
   */
  show(screen) {
    /** @type {Report} */
    const report = { came: [], went: [], turned: [], piles: [] };
    const zones = screen.zones ?? [],
      wanted = ids(zones);
    for (const [id, drawn] of this.pieces) {
      if (!wanted.has(id)) {
        report.went.push(drawn);
        this.pieces.delete(id);
      }
    }
    this.lights.clear();
    this.ways = screen.ways ?? {};
    /** @type {Map<string, HTMLElement>} */
    const things = new Map();
    /** @type {Record<Area, Element[]>} */
    const into = { main: [], left: [], right: [], hand: [] };
    for (const zone of zones) {
      const element = this.zones.get(zone.id) ?? this.newZone(zone);
      this.zone(element, zone, things, report);
      into[areaOf(zone)].push(element);
    }
    for (const name of AREAS) {
      const order = inOrder(into[name], name === "main");
      arrange(this.areas[name], order);
      setAttribute(this.areas[name], "data-empty", !order.length);
    }
    const hands = zones.filter(zone => areaOf(zone) === "hand").map(zone => zone.pieces ?? []),
      held = hands.flat(),
      line = abreast(held);
    // What is too much for one line beside the question goes into two.
    setStyle(this.areas.hand, "--n", Math.max(1, line > BESIDE ? Math.max(line / 2, ...hands.map(abreast)) : line));
    setAttribute(this.areas.main, "data-layout", screen.layout || null);
    this.shown = screen;
    const many = held.length > MANY || line >= MANY;
    setAttribute(this.areas.hand, "data-many", many);
    tell(this.areas.main.closest(".table"), zones, many);
    setAttribute(
      this.areas.main,
      "data-boards",
      into.main.some(z => z.classList.contains("board")),
    );
    for (const id of this.zones.keys()) if (!zones.some(zone => zone.id === id)) this.zones.delete(id);
    this.things = things;
    return report;
  }

  // ---- zones ---------------------------------------------------------------------------------------------------------

  /** @param {Zone} zone */
  newZone(zone) {
    const field = zone.kind === "field",
      board = field || BOARDS.has(zone.kind);
    const title = make("h2", "zone-title"),
      note = make("p", "zone-note");
    const inner = field && fields
      ? fields.newField()
      : board
      ? make("div", "frame", {}, make("div", "cells", { role: "grid" }))
      : make("div", "pieces", { role: "group" });
    const element = make(
      "section",
      `zone ${board ? "board" : "line"} ${zone.kind}`,
      { "data-zone": zone.id },
      title,
      inner,
      note,
    );
    this.zones.set(zone.id, element);
    return element;
  }

  /**
   * @param {HTMLElement} element
   * @param {Zone} zone
   * @param {Map<string, HTMLElement>} things
   * @param {Report} report
   */
  zone(element, zone, things, report) {
    const [title, inner, note] = /** @type {HTMLElement[]} */ ([...element.children]);
    setText(title, zone.title);
    setAttribute(title, "hidden", !zone.title);
    setText(note, zone.note ?? "");
    setAttribute(note, "hidden", !zone.note);
    setAttribute(element, "data-look", zone.look || null);
    setAttribute(element, "data-seat", zone.seat ?? -1);
    setAttribute(element, "data-map", Boolean(zone.map));
    setAttribute(element, "data-about", zone.about || null);
    setAttribute(element, "data-first", Boolean(zone.first));
    setAttribute(element, "data-keep", Boolean(zone.keep));
    if (BOARDS.has(zone.kind)) {
      this.board(/** @type {HTMLElement} */ (inner.firstElementChild), zone, things, report);
    } else if (zone.kind === "field" && fields) {
      const drawn = zone.pieces?.map((piece, k) => this.piece(piece, k, true, things, report)) ?? [];
      fields.layField(/** @type {HTMLElement} */ (inner.firstElementChild), zone, drawn, child => this.stays(child));
    } else {
      setAttribute(inner, "aria-label", zone.title || zone.id);
      this.line(inner, zone, things, report);
    }
  }

  /**
   * @param {HTMLElement} grid
   * @param {Zone} zone
   * @param {Map<string, HTMLElement>} things
   * @param {Report} report
   */
  board(grid, zone, things, report) {
    const place = layOut(grid, zone);
    setAttribute(grid, "data-paved", Boolean(zone.spots?.some(({ look }) => look === "space" || look?.startsWith("tile"))));
    const lines = new Map([...grid.children].map(row => [row.getAttribute("data-row") ?? "", row]));
    const names = lines.get("names") ?? make("div", "names", { "data-row": "names", "aria-hidden": "true" });
    nameMargins(names, zone);
    const order = names.childElementCount ? [names] : [];
    for (let r = 0; r < (zone.rows ?? 1); r++) {
      const spots = (zone.spots ?? []).filter(spot => spot.row === r);
      if (!spots.length) continue;
      const row = lines.get(String(r)) ?? make("div", "", { role: "row", "data-row": r });
      const elements = spots.map(spot => this.spot(spot, things, report));
      elements.forEach((element, k) => place(element, spots[k]));
      arrange(row, elements);
      order.push(row);
    }
    const ground = grid.querySelector(":scope > .ground");
    arrange(grid, ground ? [ground, ...order] : order);
    if (zone.shapes) import("../maps/shapes.js").then(shapes => shapes.drawShapes(grid, zone));
  }

  // ---- places --------------------------------------------------------------------------------------------------------

  /**
   * @param {Spot} spot
   * @param {Map<string, HTMLElement>} things
   * @param {Report} report
   */
  spot(spot, things, report) {
    const margin = spot.look === "margin" || spot.look === "wall",
      pieces = spot.pieces ?? [];
    let element = this.things.get(spot.id);
    if (!element?.classList.contains("spot")) element = make("div", "spot", { role: "gridcell", "data-id": spot.id });
    const say = [spot.say, heap(pieces), spot.mark === "last" ? "just played" : ""].filter(Boolean).join(", ");
    name(element, say, margin ? null : spot.id);
    setAttribute(element, "data-look", spot.look || null);
    setAttribute(element, "data-mark", spot.mark || null);
    setAttribute(element, "data-stack", spot.stack || null);
    const standing = pieces.filter(piece => !FLAT.has(piece.face.kind)).length;
    setAttribute(element, "data-crowd", standing > 4 ? "many" : standing > 1 ? "some" : null);
    setAttribute(element, "data-bed", standing < pieces.length);
    setStyle(element, "--n", Math.max(2, standing));
    this.floor(element, spot.look ?? "");
    const drawn = pieces.map((piece, k) => this.piece(piece, k, false, things, report));
    const floor = element.querySelector(":scope > .floor"),
      badge = this.badge(element, spot.badge ?? "");
    arrange(element, /** @type {Element[]} */ ([floor, ...drawn, badge].filter(Boolean)), child => this.stays(child));
    things.set(spot.id, element);
    if (spot.lights?.length) this.lights.set(spot.id, spot.lights);
    return element;
  }

  /** What a place is paved with. @param {HTMLElement} element @param {string} look */
  floor(element, look) {
    const old = element.querySelector(":scope > .floor");
    if ((old?.getAttribute("data-floor") ?? "") === look) return;
    old?.remove();
    const paving = ground(look);
    if (paving) {
      paving.setAttribute("class", "floor");
      paving.setAttribute("data-floor", look);
      element.prepend(paving);
    }
  }

  /** @param {HTMLElement} element @param {string} text */
  badge(element, text) {
    let badge = element.querySelector(":scope > .badge");
    if (!text) {
      badge?.remove();
      return null;
    }
    badge ??= make("span", "badge", { "aria-hidden": "true" });
    setText(badge, text);
    setAttribute(badge, "data-words", text.length > 3);
    return badge;
  }

  // ---- rows, hands and piles -----------------------------------------------------------------------------------------

  /**
   * @param {HTMLElement} holder
   * @param {Zone} zone
   * @param {Map<string, HTMLElement>} things
   * @param {Report} report
   */
  line(holder, zone, things, report) {
    const pieces = zone.pieces ?? [];
    const drawn = pieces.map((piece, k) => this.piece(piece, k, true, things, report));
    setAttribute(holder, "data-kinds", [...new Set(pieces.map(piece => piece.face.kind))].sort().join(" ") || null);
    if (zone.kind === "pile") {
      const pile = this.pile(zone, pieces.length, report);
      things.set(zone.id, pile);
      drawn.unshift(pile);
    }
    setAttribute(holder, "data-cards", drawn.some(element => element.getAttribute("data-kind") === "card"));
    const row = /** @type {HTMLElement} */ (holder.parentElement);
    setStyle(row, "--n", Math.max(1, abreast(pieces)));
    setAttribute(row, "data-long", drawn.length > ABREAST);
    setAttribute(row, "data-bare", !drawn.length);
    arrange(holder, drawn, child => this.stays(child));
  }

  /**
   * Things lying on each other that nobody sees.
   * @param {Zone} zone
   * @param {number} shown how many of its pieces are seen
   * @param {Report} report
   */
  pile(zone, shown, report) {
    const count = zone.count ?? 0,
      face = zone.back ?? { kind: "heap", text: "", say: "" };
    let element = this.things.get(zone.id);
    if (!element) {
      element = make("div", "piece pile-of", { "data-id": zone.id, role: "img" });
    } else if (this.counts.get(zone.id) !== count) {
      report.piles.push({ element, change: count - (this.counts.get(zone.id) ?? 0) });
    }
    const key = zone.back ? faceKey(face) : "";
    if (element.getAttribute("data-face") !== key) {
      setAttribute(element, "data-face", key);
      element.replaceChildren(...(zone.back ? [drawFace(face, this.box)] : []));
    }
    setAttribute(element, "data-kind", face.kind);
    setAttribute(element, "data-count", Math.min(count, 4));
    setAttribute(element, "hidden", shown > 0 && count === 0);
    const badge = this.badge(element, String(count));
    if (badge && badge.parentElement !== element) element.append(badge);
    name(element, `${zone.title || "pile"}, ${count || "none"}`, zone.id);
    this.counts.set(zone.id, count);
    return element;
  }

  // ---- pieces --------------------------------------------------------------------------------------------------------

  /**
   * @param {Piece} piece
   * @param {number} place among its neighbours
   * @param {boolean} alone in a row: it is touched by itself; in a place, the place is touched
   * @param {Map<string, HTMLElement>} things
   * @param {Report} report
   */
  piece(piece, place, alone, things, report) {
    const key = faceKey(piece.face);
    let drawn = this.pieces.get(piece.id);
    if (!drawn) {
      const element = make("div", "piece", { "data-id": piece.id });
      drawn = { element, piece, key: "" };
      this.pieces.set(piece.id, drawn);
      report.came.push(drawn);
    }
    const { element } = drawn,
      before = drawn.piece;
    if (drawn.key !== key) {
      const old = element.querySelector("svg"),
        face = drawFace(piece.face, this.box);
      old?.replaceWith(face);
      if (!old) element.prepend(face);
      if (drawn.key) report.turned.push({ drawn, old, before });
      setAttribute(element, "data-kind", piece.face.kind);
      setAttribute(element, "data-flat", FLAT.has(piece.face.kind));
      drawn.key = key;
    } else if (before.mark === "dim" && !piece.mark) {
      report.turned.push({ drawn, old: null, before });
    }
    drawn.piece = piece;
    setAttribute(element, "data-mark", piece.mark || null);
    setStyle(element, "--i", place);
    if (piece.turned || element.style.getPropertyValue("--turned"))
      setStyle(element, "--turned", `${piece.turned ?? 0}deg`);
    const badge = this.badge(element, piece.badge ?? "");
    if (badge && badge.parentElement !== element) element.append(badge);
    const say = [
      piece.face.say,
      piece.badge,
      piece.mark === "last" ? "just played" : piece.mark === "dim" ? "used" : "",
    ];
    name(element, say.filter(Boolean).join(", "), alone ? piece.id : null);
    setAttribute(element, "role", alone ? "img" : null);
    setAttribute(element, "aria-hidden", alone ? null : "true");
    if (!alone && element.tabIndex >= 0) element.removeAttribute("tabindex");
    things.set(piece.id, element);
    if (piece.lights?.length) this.lights.set(piece.id, piece.lights);
    return element;
  }

  /** Is this a piece that is still on the table, and about to be put elsewhere? @param {Element} child */
  stays(child) {
    return this.pieces.get(child.getAttribute("data-id") ?? "")?.element === child;
  }
}

/**
 * What something is called, and what it is called when it is touched (null: it is not touched by itself).
 * @param {HTMLElement} element
 * @param {string} say
 * @param {string | null} id
 */
function name(element, say, id) {
  setAttribute(element, "data-say", say);
  setAttribute(element, "data-touch", id);
  setAttribute(element, "aria-label", say || null);
  if (id && !element.hasAttribute("tabindex")) element.tabIndex = -1;
}

/** Pieces in words: "3 × red cube". @param {Piece[]} pieces */
function heap(pieces) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const { face } of pieces) counted.set(face.say, (counted.get(face.say) ?? 0) + 1);
  return [...counted].map(([say, n]) => (n > 1 ? `${n} × ${say}` : say)).join(", ");
}

/** The ids of all pieces. @param {Zone[]} zones */
function ids(zones) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const zone of zones) {
    for (const piece of zone.pieces ?? []) found.add(piece.id);
    for (const spot of zone.spots ?? []) for (const piece of spot.pieces ?? []) found.add(piece.id);
  }
  return found;
}
