/** How a tower moves: the cube comes down trembling, and the tower sways and settles, or breaks and tumbles. */

const DROP = 520, // milliseconds for the cube to come down
  SWAY = 900,
  TUMBLE = 700;

/** @param {Element} block */
const placed = block => block.getAttribute("transform") ?? "";

/** What has just happened to a tower. @param {HTMLElement} element @param {import("../types.js").Look} look */
export function build(element, look) {
  const svg = element.querySelector("svg"),
    blocks = [...(svg?.querySelectorAll(".block") ?? [])],
    top = blocks.at(-1);
  if (!svg || !top) return;
  if (look.joint != null) {
    for (const block of blocks) {
      const [x, y, turn] = (block.getAttribute("data-from") ?? "").split(",").map(Number);
      if (Number.isNaN(turn)) continue;
      const here = css(placed(block));
      block.animate(
        [
          { transform: `translate(${x}px, ${y}px) ${here} rotate(${turn}deg)` },
          { transform: `translate(${x * 0.4}px, ${y * 0.7}px) ${here} rotate(${turn * 0.4}deg)`, offset: 0.4 },
          { transform: here },
        ],
        { duration: TUMBLE, delay: 120, easing: "cubic-bezier(.5, 0, .8, .6)", fill: "backwards" },
      );
    }
    for (const crack of svg.querySelectorAll(".crack")) crack.animate([{ opacity: 0 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], { duration: TUMBLE });
  } else if (look.landed) {
    const here = css(placed(top));
    top.animate(
      [-110, -74, -40, -14, 0].map((y, k) => ({ transform: `translate(${[3, -4, 3, -2, 0][k]}px, ${y}px) ${here}` })),
      { duration: DROP, easing: "ease-in" },
    );
    const [x] = String(look.lean ?? "0").split(",").map(Number),
      far = Math.sign(x || 1) * Math.min(3, 0.6 + Math.abs(x) / 40);
    svg.querySelector(".stack")?.animate(
      [0, far, -far * 0.7, far * 0.4, -far * 0.2, 0].map(turn => ({ transform: `rotate(${turn}deg)`, transformOrigin: "46px 262px" })),
      { duration: SWAY, delay: DROP - 40, easing: "ease-in-out" },
    );
  }
}

/** A transform attribute as CSS has it. @param {string} transform */
const css = transform => transform.replace(/translate\(([-\d.e]+) ([-\d.e]+)\)/, "translate($1px, $2px)");
