/** The waiting room at a table: shown anew whenever somebody sits down, and gone when the match begins. */

import { ready } from "./links.js";

const room = /** @type {HTMLElement} */ (document.getElementById("waiting"));
const table = /** @type {HTMLElement} */ (document.getElementById("table"));

ready(room);
const change = new MutationObserver(async () => {
  if (table.dataset.ply !== "0" || table.dataset.free === "0") {
    change.disconnect();
    room.remove();
    return;
  }
  const level = room.querySelector("select")?.value, answer = await fetch(`/tables/${table.dataset.table}/waiting`);
  if (!answer.ok) return;
  room.innerHTML = await answer.text(); // made by our own server, without scripts that could run
  const select = room.querySelector("select");
  if (select && level) select.value = level;
  ready(room);
});
change.observe(table, { attributeFilter: ["data-free", "data-ply"] });
