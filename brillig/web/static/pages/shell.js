/** Around the table: the rules at its side. */

const by = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

// ---- the rules, whole or in brief, fetched when somebody wants to read them

const drawer = by("rules"), panel = /** @type {HTMLElement} */ (drawer.querySelector(".panel"));
const links = /** @type {HTMLAnchorElement[]} */ ([by("show-brief"), by("show-rules")]);
/** @type {Map<HTMLElement, DocumentFragment>} */
const read = new Map(); // what has been fetched and is not shown now
/** @type {HTMLElement | null} */
let shown = null;

/** @param {HTMLAnchorElement | null} link what to show; null: nothing */
function show(link) {
  const last = shown;
  if (last) {
    const kept = document.createDocumentFragment();
    kept.append(...panel.childNodes);
    if (last.dataset.read) read.set(last, kept);
  }
  shown = link;
  drawer.hidden = !link;
  for (const each of links) each.setAttribute("aria-expanded", String(each === link));
  document.body.classList.toggle("with-rules", Boolean(link));
  (link ? by("hide-rules") : last)?.focus({ preventScroll: true });
  if (!link) return;
  panel.setAttribute("aria-label", link.textContent ?? "");
  panel.replaceChildren(read.get(link) ?? "Loading …");
  panel.scrollTop = 0;
  if (!link.dataset.read) load(link);
}

/** How rules look: fetched with the first of them, and put where all other styles of the table come after it. */
function dress() {
  if (document.querySelector('link[href="/static/css/rules.css"]')) return;
  const look = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/static/css/rules.css" });
  document.querySelector('link[href="/static/css/shell.css"]')?.after(look);
}

/** @param {HTMLAnchorElement} link */
async function load(link) {
  dress();
  try {
    const answer = await fetch(`${link.href}/panel`);
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (shown !== link) return;
    panel.innerHTML = text; // made by our own server, without scripts that could run
    link.dataset.read = "yes";
    (await import("./pictures.js")).draw(panel);
  } catch {
    if (shown === link) panel.textContent = "The rules cannot be fetched now. Close them and try again in a moment.";
  }
}

for (const link of links) {
  link.setAttribute("role", "button");
  link.setAttribute("aria-expanded", "false");
  const turn = (/** @type {Event} */ event) => { event.preventDefault(); show(shown === link ? null : link); };
  link.addEventListener("click", turn);
  link.addEventListener("keydown", event => { if (event.key === " ") turn(event); });
}
panel.addEventListener("click", event => { // from one to the other: the drawer lies over their buttons
  const other = /** @type {HTMLElement} */ (event.target).closest("[data-show]");
  if (!other) return;
  event.preventDefault();
  show(links.find(link => link.id === other.getAttribute("data-show")) ?? null);
});
by("hide-rules").addEventListener("click", () => show(null));
drawer.addEventListener("keydown", event => { if (event.key === "Escape") { event.stopPropagation(); show(null); } });

export {};
