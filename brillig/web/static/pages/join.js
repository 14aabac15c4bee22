/** Invited: the secret stands behind the # of the link, where no server sees it, and goes into the form. */

import "./pictures.js";

const invite = /** @type {HTMLInputElement} */ (document.getElementById("invite"));
const missing = /** @type {HTMLElement} */ (document.getElementById("no-invite"));
const sit = /** @type {HTMLButtonElement} */ (document.getElementById("sit"));

function read() {
  invite.value = location.hash.slice(1);
  const lacking = Boolean(invite.dataset.needed) && !invite.value;
  missing.hidden = !lacking;
  sit.disabled = lacking;
}

addEventListener("hashchange", read);
read();
