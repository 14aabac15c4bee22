/* Plays like pilot.js, and measures on the way: all that can be touched is in the window, whole, not covered by anything but
   its neighbours in a fan, and large enough for a finger. Nothing is scrolled. Leaves `room` in the window: `asked` waits for
   a decision and says of which kind it is, `wrong` says what is wrong with it, `touch` goes on. */
seed => {
  const root = document.getElementById("table");
  const random = n => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % n;
  };
  const pause = ms => new Promise(resolve => setTimeout(resolve, ms));
  const touchable = () => [...root.querySelectorAll("[data-live], .t-ask [data-choice], .t-ask [data-key]")].filter(e => e.getClientRects().length);
  const choosable = e => e.matches("[data-live], [data-choice]"); // the others only put things back
  const called = e => e.getAttribute("data-touch") ?? e.textContent;

  /* The longest stretch on a line through the thing on which a finger finds it. */
  const run = (thing, x, y, dx, dy, n) => {
    let longest = 0, now = 0;
    for (let k = 0; k <= n; k += 3) {
      const top = document.elementFromPoint(x + dx * k, y + dy * k);
      now = top && thing.contains(top) ? now + 3 : 0;
      longest = Math.max(longest, now);
    }
    return longest;
  };

  const faults = (thing, least) => {
    const { left, top, right, bottom, width, height } = thing.getBoundingClientRect(), found = [];
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`is not in the window: ${[left, top, right, bottom].map(Math.round)}`);
    const zone = thing.closest(".zone, .t-ask, .seat");
    let [wide, high] = [width, height];
    const points = [0.1, 0.5, 0.9].flatMap(a => [0.1, 0.5, 0.9].map(b => [left + a * width, top + b * height]));
    const over = points.map(([x, y]) => document.elementFromPoint(x, y));
    for (const other of over)
      if (other && !zone.contains(other) && !other.contains(zone)) found.push(`is covered by ${other.className || other.tagName}`);
    if (over.some(other => other && !thing.contains(other))) { // a neighbour lies on a part of it
      wide = Math.max(...[0.3, 0.7].map(a => run(thing, left, top + a * height, 1, 0, width)));
      high = Math.max(...[0.3, 0.7].map(a => run(thing, left + a * width, top, 0, 1, height)));
    }
    // A map is zoomed by the first touch where its places are too small for one.
    if (Math.min(wide, high) < least - 1.5 && !thing.closest("[data-map]")) found.push(`is ${Math.round(wide)} x ${Math.round(high)}`);
    return [...new Set(found)];
  };

  const live = () => (root.dataset.state === "yours" ? touchable() : []);
  const kind = () => root.querySelector(".t-prompt").textContent.replace(/[-\d]+/g, "#").replace(/\b(red|green|blue|yellow|white|black|purple|orange|pink)\b/gi, "~");

  window.room = {
    async asked(seconds) {
      const end = performance.now() + 1000 * seconds;
      while (!live().some(choosable)) {
        if (root.dataset.state === "over" || performance.now() > end) return "";
        await pause(20);
      }
      return kind();
    },
    async wrong(least) {
      await pause(50);
      await new Promise(requestAnimationFrame); // once more, and all is where it stays
      await new Promise(requestAnimationFrame);
      const found = new Map(), about = `(ply ${root.dataset.ply}, ${kind()})`;
      if (scrollX || scrollY) found.set("scrolled", `the page has been scrolled ${about}`);
      const turn = document.querySelector(".t-turn");
      if (turn.scrollWidth > turn.clientWidth + 1) found.set("cut", `"${turn.textContent}" is cut ${about}`);
      for (const words of root.querySelectorAll(".seat > .counters:not([hidden])"))
        if (words.clientWidth && words.clientWidth < 56) found.set("squeezed", `"${words.innerText}" is squeezed ${about}`);
      // In a race, why something was refused stands for a while where the question was.
      const words = [...root.querySelectorAll(".t-prompt, .t-why:not([hidden])")].filter(e => e.getClientRects().length);
      if (!words.length) found.set("silent", `nothing is asked ${about}`);
      for (const thing of [...words, ...live()].filter(e => e.isConnected))
        for (const fault of faults(thing, words.includes(thing) ? 0 : least))
          found.set(fault.split(/[:\d]/)[0], `${called(thing)} ${fault} ${about}`);
      return [...found.values()];
    },
    async touch() {
      const choices = live().filter(choosable);
      if (!choices.length) return; // the clock has moved on
      const thing = choices[random(choices.length)];
      const { left, top, width, height } = thing.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      (at && thing.contains(at) ? at : thing).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
      await pause(0);
    },
  };
}
