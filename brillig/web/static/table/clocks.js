/** Clocks: how long each seat has left, counted down here between what the server says. */

import { setAttribute, setText } from "./dom.js";

const LOW = 20_000; // milliseconds from which on a clock is red
const TICK = 200;

export class Clocks {
  /**
   * @param {HTMLElement} holder where the panels are
   * @param {(sentence: string) => void} say
   */
  constructor(holder, say) {
    this.holder = holder;
    this.say = say;
    /** @type {import("./types.js").Clocks | null} */
    this.clocks = null;
    this.since = 0; // when the server said so
    this.warned = false;
    this.timer = 0;
  }

  /** @param {import("./types.js").Clocks | null} clocks @param {number | null} me */
  show(clocks, me) {
    clearInterval(this.timer);
    this.clocks = clocks;
    this.since = performance.now();
    this.tick(me);
    if (clocks?.running.length) this.timer = setInterval(() => this.tick(me), TICK);
  }

  /** @param {number | null} me */
  tick(me) {
    const passed = performance.now() - this.since;
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.holder.querySelectorAll(".clock"))) {
      const seat = Number(clock.closest("[data-of]")?.getAttribute("data-of"));
      const given = this.clocks?.left[seat];
      setAttribute(clock, "hidden", given == null);
      if (given == null) continue;
      const running = this.clocks?.running.includes(seat) ?? false,
        left = Math.max(0, given - (running ? passed : 0));
      setText(clock, timeText(left));
      setAttribute(clock, "data-running", running);
      setAttribute(clock, "data-low", running && left < LOW);
      if (seat === me) this.warn(running && left < LOW, left);
    }
  }

  /** @param {boolean} low @param {number} left */
  warn(low, left) {
    if (low && !this.warned) this.say(`${Math.ceil(left / 1000)} seconds left.`);
    this.warned = low;
  }
}

/** 4:05, 0:09.3, 2 h, 3 d. @param {number} left milliseconds */
export function timeText(left) {
  const seconds = left / 1000;
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d`;
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} h`;
  if (seconds < 10) return `0:0${(Math.floor(10 * seconds) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
