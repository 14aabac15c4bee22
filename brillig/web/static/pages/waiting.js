/** The waiting room at a table: shown anew whenever somebody sits down, and gone when the match begins. */

import { ready } from "./links.js";

const room = /** @type {HTMLElement} */ (document.getElementById("waiting"));
const table = /** @type {HTMLElement} */ (document.getElementById("table"));

let asked = 0;
ready(room);
const change = new MutationObserver(async () => {
  if (table.dataset.ply !== "0" || table.dataset.free === "0") {
    change.disconnect();
    room.remove();
    return;
  }
  const mine = ++asked, answer = await fetch(`/tables/${table.dataset.table}/waiting`), text = await answer.text();
  if (!answer.ok || mine !== asked) return; // something newer is on its way
  const level = room.querySelector("select")?.value; // now, not before: somebody may have chosen meanwhile
  room.innerHTML = text; // made by our own server, without scripts that could run
  const select = room.querySelector("select");
  if (select && level) select.value = level;
  ready(room);
});
change.observe(table, { attributeFilter: ["data-free", "data-ply"] });
