/* Touches whatever is alight, at random, until the game is over. It touches as a finger does: in the middle of the thing,
   and whatever lies on top there is what is touched. Between touches it rests for so many milliseconds. Returns how many
   touches it took. */
async ({ seed, most, rest }) => {
  const root = document.getElementById("table");
  const random = n => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  const changed = () => new Promise((resolve, reject) => {
    const late = setTimeout(() => { watch.disconnect(); reject(new Error(`nothing happens: ${root.dataset.state}, ply ${root.dataset.ply}`)); }, 90000);
    const watch = new MutationObserver(() => { clearTimeout(late); watch.disconnect(); resolve(); });
    watch.observe(root, { subtree: true, attributes: true, attributeFilter: ["data-state", "data-ply", "data-live", "data-picked"], childList: true });
  });
  let touches = 0;
  while (root.dataset.state !== "over") {
    const live = root.dataset.state === "yours" ? [...root.querySelectorAll("[data-live], [data-choice]")].filter(e => e.getClientRects().length) : [];
    if (!live.length) { await changed(); continue; }
    const thing = live[random(live.length)];
    thing.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = thing.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!top || !thing.contains(top)) {
      throw new Error(`${thing.outerHTML.slice(0, 200)} is covered by ${top?.outerHTML.slice(0, 200)}`);
    }
    top.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
    if (++touches > most) throw new Error("the game does not end");
    await new Promise(resolve => setTimeout(resolve, rest));
  }
  return touches;
}
