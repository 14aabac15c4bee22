/** Open fields: few games have one, so what draws it and aims at it comes with the first screen that wants it. */

/** @typedef {import("../field/aim.js").Aimer} Aimer */
/**
 * A page on which somebody may aim.
 * @typedef {{
 *   root: HTMLElement, input: import("./input.js").Input, zoom: import("./zoom.js").Zoom, fit: import("./fit.js").Fit,
 *   speech: import("./speech.js").Speech, aimer: Aimer | null, render: () => void,
 * }} Page
 */

/** @type {typeof import("../field/field.js") | null} what draws them, once it is here */
export let fields = null;

/** Has this screen a field, and is nothing here to draw it? @param {import("./types.js").Screen} screen */
export const lacksField = screen => !fields && Boolean(screen.zones?.some(({ kind }) => kind === "field"));

export async function fetchFields() {
  fields = await import("../field/field.js");
}

/** Fetch what a page needs to draw fields and to aim at them. @param {Page} page */
export async function openFields(page) {
  const [{ Aimer }] = await Promise.all([import("../field/aim.js"), fetchFields()]);
  page.aimer ??= new Aimer(page.root, page.input, {
    zoom: page.zoom,
    fit: () => page.fit.fit(`${page.fit.shape} `),
    say: words => page.speech.say(words),
    changed: () => page.render(),
  });
}
