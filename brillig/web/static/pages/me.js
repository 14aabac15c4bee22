/** My games: links can be copied, and a result that was asked for is known from then on. */

import { ready } from "./links.js";

ready(document);
for (const result of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("[data-seen]"))) {
  result.addEventListener("toggle", () => fetch(`/api/replays/${result.dataset.seen}/seen`, { method: "POST" }), { once: true });
}
