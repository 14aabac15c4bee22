/** What is in a box, drawn by the table's own art. */

import { draw } from "../art/face.js";
import "../art/every.js";
import { make } from "../table/dom.js";
import "./pictures.js";

const holder = /** @type {HTMLElement} */ (document.getElementById("pieces"));
/** @type {import("../table/types.js").Face[][]} */
const faces = JSON.parse(document.getElementById("faces")?.textContent ?? "[]");
for (const list of /** @type {NodeListOf<HTMLElement>} */ (holder.querySelectorAll("[data-part]"))) {
  const part = faces[Number(list.dataset.part)];
  [...list.children].forEach((place, k) =>
    place.prepend(make("span", "piece", { "data-kind": part[k].kind }, draw(part[k], holder.dataset.box ?? ""))),
  );
}
