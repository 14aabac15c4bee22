/** Buttons that copy or share a link, where the browser can. */

/** @param {ParentNode} part */
export function ready(part) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (part.querySelectorAll("[data-copy]"))) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (part.querySelectorAll("[data-share]"))) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => {
      navigator.share({ title: document.title, url: field(button.dataset.share).value }).catch(() => {}); // they thought better of it
    });
  }
}

/** @param {string | undefined} id */
const field = id => /** @type {HTMLInputElement} */ (document.getElementById(id ?? ""));

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const link = field(button.dataset.copy), words = /** @type {HTMLElement} */ (button.querySelector("span"));
  link.select();
  let done = true;
  try {
    await navigator.clipboard.writeText(link.value);
  } catch { // only pages that came over https, or from this machine, may do that
    done = document.execCommand("copy");
  }
  words.textContent = done ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { words.textContent = "Copy the link"; }, 2500);
}
