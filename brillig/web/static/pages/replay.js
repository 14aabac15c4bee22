/** A finished match: any step of it, as any seat saw it, by hand or by itself. */

import { callNames, withNames } from "../table/words.js";
import { show } from "./pictures.js";

/** @typedef {{step: number, head: string, told: string[], screen: import("../table/types.js").Screen}} Told */

const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const CHUNK = 20; // steps fetched at once

const root = by("replay"), board = by("board"), told = by("told"), where = by("where"), trouble = by("trouble");
const scrubber = /** @type {HTMLInputElement} */ (by("scrubber"));
const seat = /** @type {HTMLSelectElement} */ (by("seat"));
const pace = /** @type {HTMLSelectElement} */ (by("pace"));
const play = by("play");
const api = `/api/replays/${root.dataset.replay}`;
const steps = Number(root.dataset.steps);
const names = [...seat.options].slice(1).map(option => option.dataset.name ?? "");
const called = callNames(names);

/** @type {Map<string, Promise<Told[]>>} */
const fetched = new Map(); // by seat and chunk
let step = 0;
let wanted = 0; // counts wishes, so that a late answer does not overtake a newer one
/** @type {number | undefined} */
let timer;

/** @param {number} n */
async function frame(n) {
  const chunk = Math.floor(n / CHUNK), key = `${seat.value} ${chunk}`;
  let some = fetched.get(key);
  if (!some) {
    some = fetch(`${api}/frames?seat=${seat.value}&first=${chunk * CHUNK}&count=${CHUNK}`).then(async answer => {
      if (!answer.ok) throw new Error((await answer.json()).error.sentence);
      return (await answer.json()).frames;
    });
    fetched.set(key, some);
    some.catch(() => fetched.delete(key));
  }
  return (await some)[n - chunk * CHUNK];
}

/** @param {number} n */
async function go(n) {
  step = Math.max(0, Math.min(steps, n));
  scrubber.value = String(step);
  where.textContent = `${step} of ${steps}`;
  scrubber.setAttribute("aria-valuetext", `step ${step} of ${steps}`);
  const mine = ++wanted;
  try {
    const shown = await frame(step);
    if (mine !== wanted) return;
    await show(board, shown.screen, { panels: true, names, say: withNames(shown.head, called) });
    tell(shown);
    trouble.hidden = true;
    if (step === steps) ended();
    mark();
    if (step < steps) frame(Math.min(steps, step + CHUNK / 2)).catch(() => {}); // soon wanted
  } catch (why) {
    stop();
    trouble.textContent = why instanceof TypeError ? "The server cannot be reached. Try again in a moment." : String(why instanceof Error ? why.message : why);
    trouble.hidden = false;
  }
}

/** @param {Told} shown */
function tell(shown) {
  const title = document.createElement("h2"), head = document.createElement("p"), list = document.createElement("ul");
  title.textContent = "What happens";
  head.className = "head";
  head.textContent = `${withNames(shown.head, called)}.`;
  for (const sentence of shown.told) list.append(Object.assign(document.createElement("li"), { textContent: withNames(sentence, called) }));
  told.replaceChildren(title, head, ...(shown.told.length ? [list] : []));
}

/** Who has watched to the end may know the result, here and in the list of one's games. */
function ended() {
  const result = /** @type {HTMLDetailsElement | null} */ (document.getElementById("result"));
  if (result && !result.open) result.open = true;
}

// ---- all moves, fetched when somebody wants to read them

const moves = /** @type {HTMLDetailsElement} */ (by("moves")), list = by("move-list");
let listed = ""; // through whose eyes

async function listMoves() {
  if (!moves.open || listed === seat.value) return;
  const whose = (listed = seat.value), items = [];
  try {
    for (let first = 1; first <= steps; ) {
      const answer = await fetch(`${api}/moves?seat=${whose}&first=${first}`);
      if (!answer.ok) throw new Error((await answer.json()).error.sentence);
      const some = (await answer.json()).moves;
      for (const { step: n, head } of some) {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: withNames(head, called) });
        button.addEventListener("click", () => turn(n));
        const item = document.createElement("li");
        item.append(button);
        items.push(item);
      }
      if (!some.length) break;
      first += some.length;
    }
    if (listed === whose) list.replaceChildren(...items);
    mark();
  } catch {
    listed = "";
    list.textContent = "The moves cannot be fetched now. Close them and try again in a moment.";
  }
}

/** The step that is shown stands out in the list. */
function mark() {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const now = list.children[step - 1]?.firstElementChild;
  now?.setAttribute("aria-current", "step");
  if (moves.open && now) list.scrollTop = /** @type {HTMLElement} */ (now).offsetTop - list.clientHeight / 2;
}

moves.addEventListener("toggle", listMoves);

function stop() {
  clearTimeout(timer);
  timer = undefined;
  play.setAttribute("aria-pressed", "false");
  play.setAttribute("aria-label", "Play");
}

async function tick() {
  if (step >= steps) return stop();
  const next = performance.now() + Number(pace.value);
  await go(step + 1);
  if (play.getAttribute("aria-pressed") === "true") timer = setTimeout(tick, Math.max(50, next - performance.now()));
}

function start() {
  play.setAttribute("aria-pressed", "true");
  play.setAttribute("aria-label", "Pause");
  if (step >= steps) step = -1;
  tick();
}

/** @param {number} n */
const turn = n => { stop(); go(n); };

by("first").addEventListener("click", () => turn(0));
by("back").addEventListener("click", () => turn(step - 1));
by("next").addEventListener("click", () => turn(step + 1));
by("last").addEventListener("click", () => turn(steps));
play.addEventListener("click", () => (timer === undefined && play.getAttribute("aria-pressed") === "false" ? start() : stop()));
scrubber.addEventListener("input", () => turn(Number(scrubber.value)));
seat.addEventListener("change", () => { go(step); listMoves(); });
document.getElementById("result")?.addEventListener("toggle", () => {
  if (root.dataset.table) fetch(`${api}/seen`, { method: "POST" }).catch(() => {});
}, { once: true });
document.addEventListener("keydown", event => { // wherever the focus is, from the first moment on
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: steps }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  turn(to);
});

// ---- was it fair?

const check = /** @type {HTMLButtonElement} */ (by("check")), verdict = by("verdict");
check.hidden = false;
check.addEventListener("click", async () => {
  check.disabled = true;
  verdict.textContent = "Dealing everything again …";
  try {
    const answer = await fetch(`${api}/fairness`);
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error.sentence);
    const line = document.createElement("p"), list = document.createElement("ul");
    line.className = found.honest ? "notice good" : "notice bad";
    line.textContent = found.honest ? "This match was fair: all of it follows from what was fixed at the start." : "This match is not as it should be.";
    for (const sentence of found.sentences) list.append(Object.assign(document.createElement("li"), { textContent: sentence }));
    verdict.replaceChildren(line, list);
  } catch (why) {
    verdict.textContent = why instanceof TypeError ? "The server cannot be reached. Try again in a moment." : String(why instanceof Error ? why.message : why);
  } finally {
    check.disabled = false;
  }
});

/** @type {HTMLElement} */ (root.querySelector(".controls")).hidden = moves.hidden = false;
go(Number(new URLSearchParams(location.search).get("step") ?? 0) || 0);
