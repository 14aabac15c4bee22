/** Pictures of games, and positions in their rules: drawn by the table's own renderer when they come into sight. */

import "../art/every.js";
import { fetchFields, lacksField } from "../table/rare.js";
import { picture } from "./picture.js";

/** @typedef {import("../table/types.js").Screen} Screen */

const WIDTHS = [320, 420, 540, 700, 900]; // pixels in which a table is laid out before it is made to fit

/**
 * The screen that stands in a script inside the element, or that the server tells.
 * @param {HTMLElement} place
 * @returns {Promise<Screen | null>}
 */
async function screenOf(place) {
  const inside = place.querySelector('script[type="application/json"]');
  if (inside) return JSON.parse(inside.textContent ?? "");
  const answer = await fetch(place.dataset.picture ?? "");
  return answer.ok ? (await answer.json()).screen : null;
}

/**
 * A picture is one thing to those who listen: its words, not its parts.
 * @param {HTMLElement} place
 * @param {Screen} screen
 * @param {import("./picture.js").PictureOptions} options
 */
export async function show(place, screen, options) {
  if (lacksField(screen)) await fetchFields();
  const stage = picture(place, screen, options);
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", options.say ?? "A position of the game");
  const inside = /** @type {HTMLElement} */ (place.firstElementChild);
  inside.removeAttribute("role");
  inside.setAttribute("aria-hidden", "true");
  return stage;
}

/** @param {HTMLElement} place */
async function fill(place) {
  const screen = await screenOf(place).catch(() => null); // without a picture there is still the page
  if (!screen) return;
  const caption = place.closest("figure")?.querySelector("figcaption")?.textContent;
  await show(place, screen, { panels: "panels" in place.dataset, say: caption ?? undefined });
  if ("fit" in place.dataset) {
    // A picture is wide everywhere: boards that may lie on their side do so if they are higher than wide.
    for (const board of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-turns]"))) {
      const size = (/** @type {string} */ way) => Number(board.style.getPropertyValue(way));
      board.toggleAttribute("data-turned", size("--span-y") > size("--span-x"));
    }
    let wide = -1;
    const again = () => {
      if (wide !== place.clientWidth) fit(place);
      wide = place.clientWidth;
    };
    again();
    new ResizeObserver(again).observe(place); // which tells the size that it begins with, too
  }
  place.dataset.drawn = "";
}

/**
 * Show the whole table in the frame, as large as it can be: it is laid out as wide as suits it best, then made smaller. Every
 * width has all its pieces laid out anew, so one that cannot be better is not tried.
 * @param {HTMLElement} place
 */
function fit(place) {
  const table = /** @type {HTMLElement} */ (place.firstElementChild);
  const room = { wide: place.clientWidth, high: place.clientHeight };
  const best = { wide: 0, scale: 0 };
  for (const wide of WIDTHS) {
    if (room.wide / wide <= best.scale) break;
    table.style.width = `${wide}px`;
    const scale = Math.min(room.wide / wide, room.high / table.offsetHeight);
    if (scale > best.scale) Object.assign(best, { wide, scale });
  }
  table.style.width = `${best.wide}px`;
  table.style.scale = String(best.scale);
}

const seen = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    fill(/** @type {HTMLElement} */ (entry.target));
  }
}, { rootMargin: "300px" });

/** Draw every picture in this part of the page, once somebody is about to see it. */
export function draw(/** @type {ParentNode} */ part = document) {
  for (const place of part.querySelectorAll("[data-picture]")) seen.observe(place);
}

draw();
