/** Sheets to print: every piece drawn by the table's own art, at its true size and place. */

import { draw } from "../art/face.js";
import "../art/every.js";
import { drawShapes } from "../maps/shapes.js";
import { make } from "../table/dom.js";
import { picture } from "./picture.js";
import { frugal, withoutShadows } from "./frugal.js";

/** @typedef {import("../table/types.js").Face} Face */
/** @typedef {import("../table/types.js").Screen} Screen */
/** @typedef {{ face: Face, x: number, y: number, turned?: boolean }} Placed */
/** @typedef {{ title: string, wide: number, high: number, pieces?: Placed[], cuts_x?: number[], cuts_y?: number[], board?: Screen }} Sheet */

const MARK_GAP = 1.5, MARK = 3; // millimetres from the pieces to a mark, and its length
const PIXEL = 25.4 / 96; // in millimetres
const WIDE = 790, HIGH = 1050; // pixels, less than any paper

const papers = /** @type {HTMLElement} */ (document.getElementById("papers"));
const box = papers.dataset.box ?? "", black = papers.dataset.ink === "black";
/** @type {Sheet[]} */
const sheets = JSON.parse(document.getElementById("sheets")?.textContent ?? "[]");

/** A piece in its place: a drawing in the drawing of the sheet. @param {Placed} piece @param {Sheet} sheet */
function placed({ face, x, y, turned }, { wide, high }) {
  const svg = draw(face, box);
  withoutShadows(svg);
  if (black) frugal(svg);
  // A card's drawing is 5 : 7, and a card of 63 by 88 mm very nearly.
  for (const [name, value] of Object.entries({ x, y, width: wide, height: high, preserveAspectRatio: "none" })) {
    svg.setAttribute(name, String(value));
  }
  return turned ? `<g transform="rotate(180 ${x + wide / 2} ${y + high / 2})">${svg.outerHTML}</g>` : svg.outerHTML;
}

/** Short lines around the pieces, one at each end of every cut. @param {Sheet} sheet */
function marks({ cuts_x: xs = [], cuts_y: ys = [] }) {
  if (!xs.length) return "";
  const [left, right, top, bottom] = [xs[0], xs[xs.length - 1], ys[0], ys[ys.length - 1]];
  const down = xs.map(x => `M${x} ${top - MARK_GAP}v${-MARK}M${x} ${bottom + MARK_GAP}v${MARK}`);
  const across = ys.map(y => `M${left - MARK_GAP} ${y}h${-MARK}M${right + MARK_GAP} ${y}h${MARK}`);
  return `<path class="marks" d="${down.join("")}${across.join("")}"/>`;
}

/** A hairline round every piece that is cut out: the drawings of counters do not reach their edges. @param {Sheet} sheet */
function frames({ pieces = [], wide, high, cuts_x: xs = [] }) {
  const around = pieces.map(({ x, y }) => `M${x} ${y}h${wide}v${high}h${-wide}z`);
  return xs.length ? `<path class="frames" d="${around.join("")}"/>` : "";
}

/**
 * All of a sheet is one drawing, measured in millimetres and as wide as whole pixels: browsers put every drawing of its own on
 * a whole pixel, which would be a quarter of a millimetre off.
 * @param {Sheet} sheet
 */
function drawn(sheet) {
  const [wide, high] = [WIDE, HIGH].map(pixels => pixels * PIXEL);
  const pieces = (sheet.pieces ?? []).map(piece => placed(piece, sheet)).join("");
  return `<svg width="${WIDE}" height="${HIGH}" viewBox="0 0 ${wide} ${high}" aria-hidden="true">${marks(sheet)}${frames(sheet)}${pieces}</svg>`;
}

/** @param {HTMLElement} element @param {Record<string, number>} sizes in millimetres */
function place(element, sizes) {
  for (const [name, size] of Object.entries(sizes)) element.style.setProperty(`--${name}`, `${size}mm`);
}

/** A board: drawn as at the table, then brought to its size. @param {HTMLElement} paper @param {Sheet} sheet */
function board(paper, sheet) {
  const holder = make("div", "picture"), frame = make("div", "board", {}, holder);
  place(frame, { left: sheet.cuts_x?.[0] ?? 0, top: sheet.cuts_y?.[0] ?? 0, wide: sheet.wide, high: sheet.high });
  paper.append(frame);
  picture(holder, /** @type {Screen} */ (sheet.board), { box });
  // The ground of a map is here before the page is printed.
  const maps = sheet.board?.zones?.filter(zone => zone.shapes) ?? [];
  for (const map of maps) drawShapes(/** @type {HTMLElement} */ (holder.querySelector(`[data-zone="${map.id}"] .cells`)), map);
  const cells = holder.querySelector(".cells") ?? holder, at = cells.getBoundingClientRect(), from = holder.getBoundingClientRect();
  const scale = Math.min(frame.clientWidth / at.width, frame.clientHeight / at.height);
  holder.style.transform = `scale(${scale}) translate(${from.left - at.left}px, ${from.top - at.top}px)`;
  if (black) for (const svg of holder.querySelectorAll("svg")) frugal(svg);
}

for (const paper of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sheet]"))) {
  const sheet = sheets[Number(paper.dataset.sheet)];
  paper.innerHTML = drawn(sheet);
  paper.append(make("span", "sheet-title", {}, sheet.title));
  if (sheet.board) board(paper, sheet);
}

// ---- on the screen: as large as there is room, and the wishes are heard at once

function fit() {
  const first = /** @type {HTMLElement} */ (document.querySelector(".paper"));
  papers.style.setProperty("--fit", "1");
  papers.style.setProperty("--fit", String(Math.min(0.8, papers.clientWidth / first.offsetWidth)));
}

fit();
addEventListener("resize", fit);
const form = /** @type {HTMLFormElement} */ (document.querySelector(".choose"));
form.addEventListener("change", () => form.requestSubmit());
const button = /** @type {HTMLElement} */ (document.getElementById("print"));
button.hidden = false;
button.addEventListener("click", () => print());
