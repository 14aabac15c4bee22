/** A replay file from somebody's disk. */

const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("file"));
const why = /** @type {HTMLElement} */ (document.getElementById("why"));

/** @param {string} sentence */
function refuse(sentence) {
  why.textContent = sentence;
  why.hidden = !sentence;
}

form.addEventListener("submit", async event => {
  event.preventDefault();
  const file = input.files?.[0];
  if (!file) return refuse("Choose a file first.");
  refuse("");
  try {
    const answer = await fetch("/api/replays", { method: "POST", headers: { "content-type": "application/jsonl" }, body: file });
    const told = await answer.json();
    if (answer.ok) location.assign(`/replays/${told.id}`);
    else refuse(told.error.sentence);
  } catch {
    refuse("The server cannot be reached. Try again in a moment.");
  }
});
