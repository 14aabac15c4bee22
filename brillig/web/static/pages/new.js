/** Making a table: only as many seats as players are shown. */

import "./pictures.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));

function seats() {
  const players = Number(new FormData(form).get("seats"));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))) {
    row.hidden = Number(row.dataset.seat) > players;
  }
}

form.addEventListener("change", seats);
seats();
