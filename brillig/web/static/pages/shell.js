/** Around the table: the rules at its side, and the links for friends. */

import { ready } from "./links.js";

const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const table = by("table").dataset.table;

// ---- the rules, fetched when somebody wants to read them

const link = by("show-rules"), drawer = by("rules"), panel = /** @type {HTMLElement} */ (drawer.querySelector(".panel"));
let fetched = false;
link.setAttribute("role", "button");
link.setAttribute("aria-expanded", "false");

/** @param {boolean} shown */
function show(shown) {
  drawer.hidden = !shown;
  link.setAttribute("aria-expanded", String(shown));
  document.body.classList.toggle("with-rules", shown);
  (shown ? by("hide-rules") : link).focus({ preventScroll: true });
  if (shown && !fetched) load();
}

async function load() {
  try {
    const answer = await fetch(drawer.dataset.rules ?? "");
    if (!answer.ok) throw new Error(String(answer.status));
    panel.innerHTML = await answer.text(); // made by our own server, without scripts that could run
    fetched = true;
    (await import("./pictures.js")).draw(panel);
  } catch {
    panel.textContent = "The rules cannot be fetched now. Close them and try again in a moment.";
  }
}

link.addEventListener("click", event => { event.preventDefault(); show(Boolean(drawer.hidden)); });
link.addEventListener("keydown", event => { if (event.key === " ") { event.preventDefault(); show(Boolean(drawer.hidden)); } });
by("hide-rules").addEventListener("click", () => show(false));
drawer.addEventListener("keydown", event => { if (event.key === "Escape") { event.stopPropagation(); show(false); } });

// ---- the invitations, which only the browser that laid the table knows

const invites = /** @type {HTMLDialogElement} */ (by("invites")), button = by("show-invites");
let kept = null;
try { kept = sessionStorage.getItem(`brillig:invites:${table}`); } catch { /* then they are on the page before */ }
if (kept) {
  invites.innerHTML = kept;
  const close = document.createElement("button");
  close.className = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => invites.close());
  invites.prepend(close);
  ready(invites);
  button.hidden = false;
  button.addEventListener("click", () => invites.showModal());
  // Once the match is on, every link has been used.
  const begun = new MutationObserver(() => {
    if (Number(by("table").dataset.ply) === 0) return;
    begun.disconnect();
    invites.close();
    button.hidden = true;
  });
  begun.observe(by("table"), { attributeFilter: ["data-ply"] });
}
