/** Making a table: only what matters for the number of players, and for free seats, is shown. */

import "./pictures.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));

const listed = /** @type {HTMLElement} */ (form.querySelector("[aria-labelledby=who-may]"));

function seats() {
  const chosen = new FormData(form), players = Number(chosen.get("seats"));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))) {
    row.hidden = Number(row.dataset.seat) > players;
  }
  listed.hidden = !Array.from({ length: players }, (_, k) => chosen.get(`seat:${k + 1}`)).includes("open");
}

form.addEventListener("change", seats);
seats();
