/** What few games need is fetched when a screen asks for it first; so nobody else waits for it. */

/** @template {{ show: () => void }} Control */
export class Rare {
  /**
   * @param {() => unknown} wanted does the screen ask for it?
   * @param {() => Promise<Control>} fetched
   */
  constructor(wanted, fetched) {
    this.wanted = wanted;
    this.fetched = fetched;
    this.coming = false;
    /** @type {Control | null} */
    this.control = null;
  }

  async show() {
    if (this.control) return this.control.show();
    if (this.coming || !this.wanted()) return;
    this.coming = true;
    try {
      this.control = await this.fetched();
      this.control.show();
    } finally {
      this.coming = false; // if the line broke: the next view asks again
    }
  }
}

/**
 * Something that swings until it is stopped.
 * @param {HTMLElement} holder
 * @param {import("./state.js").State} state
 * @param {(option: import("./types.js").OfferedChoice) => void} choose
 */
export const swinging = (holder, state, choose) =>
  new Rare(
    () => state.view?.scene.screen.swing,
    async () => new (await import("./rare/swing.js")).SwingControl(holder, state, choose),
  );

/**
 * Time that runs out for everybody, or that is counted.
 * @param {HTMLElement} root
 * @param {HTMLElement} main what it is shown over
 * @param {import("./state.js").State} state
 * @param {(sentence: string) => void} say
 */
export const ringing = (root, main, state, say) =>
  new Rare(
    () => state.view?.scene.screen.timer || state.view?.scene.screen.stopwatch,
    async () => new (await import("./rare/ring.js")).Ring(root, main, state, say),
  );

/**
 * Maps, which are looked at through a window.
 * @param {HTMLElement} main where they are
 */
export const zooming = main =>
  new Rare(
    () => main.querySelector(".zone[data-map]"),
    async () => new (await import("./rare/zoom.js")).Zoom(main),
  );

// ---- open fields: nothing can be shown before they can be drawn --------------------------------------------------------

/** @typedef {import("./rare/aim.js").Aimer} Aimer */

/** @type {typeof import("./rare/field.js") | null} what draws them, once it is here */
export let fields = null;

/** Has this screen a field, and is nothing here to draw it? @param {import("./types.js").Screen} screen */
export const lacksField = screen => !fields && Boolean(screen.zones?.some(({ kind }) => kind === "field"));

export async function fetchFields() {
  fields = await import("./rare/field.js");
}

/** Fetch what a page needs to draw fields and to aim at them. @param {import("./rare/aim.js").Page} page */
export async function openFields(page) {
  (await import("./rare/aim.js")).aimOn(page);
  await fetchFields(); // last: then whoever draws can aim
}
