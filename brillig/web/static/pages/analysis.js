/** A finished match thought through again: the graph of who stood how, the choices that cost most, and the better ones. */

import { callNames, listed, withNames } from "../table/words.js";
import { show } from "./pictures.js";

/** @typedef {{ label: string, worth: string, touch: string[] }} Weighed */
/** @typedef {{ step: number, seat: number, chosen: Weighed, better: Weighed | null, mean: number, cost: number, lost: string, exact: boolean }} Decision */
/** @typedef {{ seat: number, points: [number, number][] }} Curve */
/** @typedef {{ for_points: boolean, decisions: Decision[], turns: number[], tallies: { seat: number, made: number, best: number, lost: string }[], curves: Curve[] }} Found */

const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const SVG = "http://www.w3.org/2000/svg";
const LINES = 6; // ways to draw a line
const NEAR = 14; // pixels
const OFTEN = 700; // milliseconds between two looks at how far it is

const root = by("analysis"), board = by("board"), told = by("told"), trouble = by("trouble");
const slider = /** @type {HTMLInputElement} */ (by("choice"));
const api = `/api/replays/${root.dataset.replay}`;
const steps = Math.max(1, Number(root.dataset.steps));
const names = /** @type {string[]} */ (JSON.parse(root.dataset.names ?? "[]")), called = callNames(names);

/** @param {string} tag @param {Record<string, string>} attributes @param {string} [text] */
function make(tag, attributes = {}, text = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** @param {string} d @param {string} kind */
function path(d, kind) {
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", d);
  line.setAttribute("class", kind);
  return line;
}

/** @param {string} where @param {RequestInit} [how] */
async function ask(where, how) {
  const answer = await fetch(where, how);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error.sentence);
  return told;
}

/** @param {unknown} why */
function fail(why) {
  trouble.textContent = why instanceof TypeError ? "The server cannot be reached. Load this page again in a moment." : why instanceof Error ? why.message : String(why);
  trouble.hidden = false;
  by("thinking").hidden = true;
}

// ---- until it is there

async function wait() {
  const words = by("progress-words"), bar = /** @type {HTMLProgressElement} */ (by("progress"));
  let sheet = await ask(`${api}/analysis`, { method: "POST" });
  while (!sheet.found) {
    by("thinking").hidden = false;
    if (sheet.of) bar.max = sheet.of;
    bar.value = sheet.done;
    words.textContent = sheet.of ? `Every choice is weighed again: ${sheet.done} of ${sheet.of}. You can leave this page; what is found is kept.`
      : sheet.before ? `${sheet.before === 1 ? "Another match comes" : `${sheet.before} matches come`} first. You can leave this page and come back.` : "The analysis begins …";
    await new Promise(done => setTimeout(done, OFTEN));
    sheet = await ask(`${api}/analysis`);
    if (sheet.state === "none") sheet = await ask(`${api}/analysis`, { method: "POST" }); // the server was started again
  }
  by("thinking").hidden = true;
  if (root.dataset.table) fetch(`${api}/seen`, { method: "POST" }).catch(() => {});
  return /** @type {Found} */ (sheet.found);
}

// ---- what was found

/** @param {Found} found */
function present(found) {
  const { decisions, turns } = found;
  if (!decisions.length) return fail(new Error("Nobody had anything to decide in this match."));
  for (const id of ["sights", "stage", "side"]) by(id).hidden = false;
  slider.max = String(decisions.length - 1);
  const graph = new Graph(found, n => go(n));
  let at = -1;

  /** @type {Map<string, Promise<any>>} */
  const fetched = new Map();
  const frame = (/** @type {Decision} */ { step, seat }) => {
    const where = `${api}/frames?seat=${seat}&first=${step - 1}&count=1`;
    if (!fetched.has(where)) {
      const coming = ask(where).then(told => told.frames[0]);
      coming.catch(() => fetched.delete(where));
      fetched.set(where, coming);
    }
    return /** @type {Promise<any>} */ (fetched.get(where));
  };

  const items = turns.map(k => {
    const { seat, chosen, lost } = decisions[k], item = document.createElement("li"), button = make("button", { type: "button" });
    button.append(make("span", {}, called[seat]), make("small", {}, withNames(chosen.label, called)), make("strong", {}, `−${lost}`));
    button.addEventListener("click", () => go(k));
    item.append(button);
    return item;
  });
  by("turns").replaceChildren(...items);
  if (!turns.length) by("turns").replaceWith(make("p", {}, "No choice cost much: everybody played well, or the dice did."));
  by("tallies").replaceChildren(...found.tallies.map(({ seat, made, best, lost }) => make("li", {}, `${called[seat]}: the best choice ${best} times in ${made}; gave away ${lost}.`)));

  /** @param {number} n */
  async function go(n) {
    at = Math.max(0, Math.min(decisions.length - 1, n));
    const decision = decisions[at], turn = turns.indexOf(at);
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `choice ${at + 1} of ${decisions.length}, ${called[decision.seat]}`);
    items.forEach((item, k) => item.firstElementChild?.toggleAttribute("aria-current", k === turn));
    if (turn >= 0) items[turn].scrollIntoView({ block: "nearest", inline: "nearest" });
    by("turn-where").textContent = turn >= 0 ? `Turning point ${turn + 1} of ${turns.length}` : `Choice ${at + 1} of ${decisions.length}`;
    graph.mark(at);
    tell(decision);
    try {
      const shown = await frame(decision);
      if (decision !== decisions[at]) return;
      const stage = await show(board, shown.screen, { panels: true, names, say: spoken(decision) });
      if (decision === decisions[at]) verdict(stage, decision);
      if (decisions[at + 1]) frame(decisions[at + 1]).catch(() => {}); // soon wanted
    } catch (why) {
      fail(why);
    }
  }

  const next = (/** @type {number} */ way) => {
    const there = way > 0 ? turns.find(k => k > at) : turns.findLast(k => k < at);
    if (there !== undefined) go(there);
  };
  by("turn-back").addEventListener("click", () => next(-1));
  by("turn-next").addEventListener("click", () => next(1));
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", event => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "n" || event.key === "p") return next(event.key === "n" ? 1 : -1);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: decisions.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  addEventListener("resize", () => verdict(null, decisions[at]));
  go(turns[0] ?? 0);
}

/** @param {Decision} decision */
function tell({ seat, chosen, better, lost, exact }) {
  const line = (/** @type {string} */ kind, /** @type {Weighed} */ { label, worth }) => {
    const row = make("p", { class: kind });
    row.append(make("span", {}, withNames(label, called)), make("strong", {}, worth));
    return row;
  };
  const title = make("h2", {}, better ? `${called[seat]} gave away ${lost}` : `${called[seat]} made the best choice`);
  told.replaceChildren(title, line(better ? "made" : "better", chosen), ...(better ? [line("better", better), make("p", { class: "soft small" }, `Dashed: what was chosen. Green: what was better${exact ? ", and that is certain" : ""}.`)] : []));
}

/** @param {Decision} decision */
const spoken = ({ seat, chosen, better }) =>
  `The table as ${called[seat]} saw it. Chosen: ${withNames(chosen.label, called)}.${better ? ` Better: ${withNames(better.label, called)}.` : ""}`;

/** @type {import("../table/draw.js").Stage | null} */
let drawn = null;

/**
 * Show on the board what was chosen and what was better: their places, and the way from the first to the last.
 * @param {import("../table/draw.js").Stage | null} stage
 * @param {Decision | undefined} decision
 */
function verdict(stage, decision) {
  drawn = stage ?? drawn;
  if (!drawn || !decision) return;
  for (const old of board.querySelectorAll("[data-verdict]")) old.removeAttribute("data-verdict");
  board.querySelector(".arrows")?.remove();
  const find = (/** @type {string} */ id) => drawn?.things.get(id) ?? drawn?.zones.get(id);
  const arrows = document.createElementNS(SVG, "svg"), from = board.getBoundingClientRect();
  arrows.setAttribute("class", "arrows");
  const ways = /** @type {[string, Weighed | null][]} */ ([["made", decision.better && decision.chosen], ["better", decision.better ?? decision.chosen]]);
  for (const [kind, option] of ways) {
    const places = (option?.touch ?? []).flatMap(id => find(id) ?? []);
    for (const place of places) place.setAttribute("data-verdict", place.hasAttribute("data-verdict") ? "both" : kind);
    const middles = places.map(place => place.getBoundingClientRect()).map(box => `${Math.round(box.x + box.width / 2 - from.x)} ${Math.round(box.y + box.height / 2 - from.y)}`);
    if (middles.length > 1) arrows.append(path(`M${middles.join("L")}`, kind === "better" ? "better-way" : "made-way"));
  }
  board.append(arrows);
}

/** Who stood how, step by step. */
class Graph {
  /** @param {Found} found @param {(n: number) => void} go */
  constructor({ curves, decisions, turns, for_points }, go) {
    this.svg = /** @type {SVGElement} */ (by("graph").querySelector("svg"));
    this.decisions = decisions;
    const values = curves.flatMap(({ points }) => points.map(([, value]) => value));
    const low = for_points ? Math.min(0, ...values) : 0, high = for_points ? Math.max(1, ...values) : 1;
    const y = (/** @type {number} */ value) => 10 + 180 * (1 - (value - low) / (high - low || 1));
    this.x = (/** @type {number} */ step) => (1000 * step) / steps;
    const lines = curves.map(({ seat, points }) => path(`M${points.map(([step, value]) => `${this.x(step).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`, `line-${seat % LINES}`));
    this.cursor = path("", "cursor");
    this.svg.replaceChildren(...(for_points ? [] : [path(`M0 ${y(0.5)}L1000 ${y(0.5)}`, "even")]), ...lines, this.cursor);
    this.dots = new Map(turns.map(k => {
      const { step, mean } = decisions[k],
        dot = make("span");
      dot.style.left = `${this.x(step) / 10}%`;
      dot.style.top = `${y(mean) / 2}%`;
      return [k, dot];
    }));
    const unit = for_points ? " points" : "%", part = for_points ? 1 : 100;
    by("graph").querySelector(".dots")?.replaceChildren(...this.dots.values());
    // A touch goes to the choice that is nearest, and rather to a turning point; keys and those who listen have the slider.
    by("graph").addEventListener("click", event => {
      const box = by("graph").getBoundingClientRect(),
        far = (/** @type {number} */ k) => Math.abs(this.x(decisions[k].step) / 1000 - (event.clientX - box.x) / box.width) * box.width - (this.dots.has(k) ? NEAR : 0);
      go(decisions.reduce((best, _, k) => (far(k) < far(best) ? k : best), 0));
    });
    by("graph").append(make("span", { class: "scale top" }, `${Math.round(high * part)}${unit}`), make("span", { class: "scale bottom" }, `${Math.round(low * part)}${unit}`));
    by("legend").replaceChildren(...curves.map(({ seat }) => {
      const item = document.createElement("li"), sign = document.createElementNS(SVG, "svg");
      sign.setAttribute("viewBox", "0 0 40 10");
      sign.setAttribute("aria-hidden", "true");
      sign.append(path("M0 5L40 5", `line-${seat % LINES}`));
      item.append(sign, called[seat]);
      return item;
    }), make("li", { class: "soft" }, for_points ? "points promised" : names.length === 2 ? "chance to win" : "share of the others to be beaten"));
    const ends = curves.map(({ seat, points }) => `${called[seat]} ${Math.round((points.at(-1)?.[1] ?? 0) * part)}${unit}`);
    by("graph").setAttribute("role", "img");
    by("graph").setAttribute("aria-label", `Who stood how; at the end ${listed(ends)}`);
  }

  /** @param {number} n */
  mark(n) {
    const x = this.x(this.decisions[n].step).toFixed(1);
    this.cursor.setAttribute("d", `M${x} 0L${x} 200`);
    for (const [k, dot] of this.dots) dot.toggleAttribute("data-now", k === n);
  }
}

wait().then(present).catch(fail);
