/** A link from one's other browser: its secret stands behind the #, where no server sees it, and goes into the form. */

const link = /** @type {HTMLInputElement} */ (document.getElementById("link"));
const missing = /** @type {HTMLElement} */ (document.getElementById("no-link"));
const enter = /** @type {HTMLButtonElement} */ (document.getElementById("enter"));

function read() {
  link.value = location.hash.slice(1);
  missing.hidden = Boolean(link.value);
  enter.disabled = !link.value;
}

addEventListener("hashchange", read);
read();

export {};
