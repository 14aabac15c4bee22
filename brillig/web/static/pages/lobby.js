/** The lobby: the filters work at once, without asking the server. */

import "./pictures.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".filters"));
const offers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-game]")]);
const found = /** @type {HTMLElement} */ (document.getElementById("found"));
const nothing = /** @type {HTMLElement} */ (document.getElementById("nothing"));
const level = /** @type {HTMLSelectElement} */ (document.getElementById("level"));
const ALL = offers.length, LEAST = level.options[0].value, KEPT = "brillig:level";

/** The same questions as shelf.Filters asks on the server. */
function fits(/** @type {HTMLElement} */ offer, /** @type {FormData} */ wish) {
  const is = offer.dataset;
  const number = (/** @type {string} */ name) => Number(wish.get(name) || 0);
  const marks = (is.marks ?? "").split(",");
  const words = (is.words ?? "").toLowerCase();
  const players = number("players"), minutes = number("minutes"), box = wish.get("box");
  return String(wish.get("search")).toLowerCase().split(/\s+/).every(word => words.includes(word))
    && (!players || (Number(is.fewest) <= players && players <= Number(is.most)))
    && (!minutes || Number(is.minutes) <= minutes)
    && (!box || is.boxTitle === box)
    && (!wish.get("solo") || marks.includes("solo"))
    && (!wish.get("together") || marks.includes("together"))
    && (!wish.get("real_time") || marks.includes("real time"));
}

function sift() {
  const wish = new FormData(form);
  let kept = 0;
  for (const offer of offers) {
    offer.hidden = !fits(offer, wish);
    if (!offer.hidden) kept++;
  }
  const games = `${ALL} game${ALL === 1 ? "" : "s"}`;
  found.textContent = kept === ALL ? games : `${kept} of ${games}`;
  nothing.hidden = kept > 0;
  const asked = new URLSearchParams();
  for (const [name, value] of wish) if (value) asked.set(name, String(value));
  if (asked.get("level") === LEAST) asked.delete("level");
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".offer [name=level]"))) field.value = level.value;
  history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
}

form.addEventListener("input", sift);
level.addEventListener("change", () => { sift(); try { localStorage.setItem(KEPT, level.value); } catch { /* then it lasts for this page */ } });
try {
  const kept = localStorage.getItem(KEPT); // how strong somebody likes their bots is asked once
  if (kept && level.value === LEAST && [...level.options].some(option => option.value === kept)) {
    level.value = kept;
    sift();
  }
} catch { /* a browser that keeps nothing */ }
form.addEventListener("submit", event => { event.preventDefault(); sift(); });

// Coming back by the browser's own button, somebody wants to see what has changed since.
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
