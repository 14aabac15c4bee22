/** The title of the page calls when it is our turn and nobody looks. */

const EVERY = 1000; // milliseconds

export class Title {
  constructor() {
    this.plain = document.title;
    this.timer = 0;
  }

  /** @param {boolean} mine is it our turn? */
  call(mine) {
    if (!mine || document.visibilityState !== "hidden") {
      clearInterval(this.timer);
      this.timer = 0;
      document.title = this.plain;
    } else if (!this.timer) {
      this.blink();
      this.timer = setInterval(() => this.blink(), EVERY);
    }
  }

  blink() {
    document.title = document.title === this.plain ? `● Your turn – ${this.plain}` : this.plain;
  }
}
