/* Light or dark: as the system says, unless somebody chose. Runs before the page is painted. */
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const read = () => { try { return localStorage.getItem("brillig:theme"); } catch { return null; } };
  const keep = (/** @type {string} */ theme) => { try { localStorage.setItem("brillig:theme", theme); } catch { /* then it lasts for this page */ } };
  const chosen = read();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  root.classList.add("scripted");
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
      root.dataset.theme = now === "dark" ? "light" : "dark";
      keep(root.dataset.theme);
    });
  });
})();
