/** A table is laid: links to copy and to share, kept so that this page and the table's can show them again. */

import { ready } from "./links.js";

const laid = /** @type {HTMLElement} */ (document.getElementById("laid"));
const list = /** @type {HTMLElement} */ (laid.querySelector(".invites"));
const key = `brillig:invites:${laid.dataset.table}`;

try {
  if ("new" in laid.dataset) {
    sessionStorage.setItem(key, list.outerHTML);
    // Loading the answer to a form again would lay another table; this page may be loaded as often as one likes.
    location.replace(`/laid/${laid.dataset.table}`);
  } else {
    const kept = sessionStorage.getItem(key);
    if (kept) list.outerHTML = kept;
  }
} catch { /* a browser that keeps nothing: they are only here */ }
ready(laid);
