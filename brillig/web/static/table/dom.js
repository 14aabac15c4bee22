/** Small help with the DOM. */

/**
 * An element with a class, attributes and children. Attributes that are null or false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [kind] its class
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, kind = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  for (const child of children) if (child != null) element.append(child);
  return element;
}

/**
 * Set an attribute, or take it away; nothing is written that is there already.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(element, name, value) {
  if (value == null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string | number} value
 */
export function setStyle(element, name, value) {
  const text = String(value);
  if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text);
}

/** @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Bring the children of an element into this order. What is not among them is taken out, unless `keep` wants it: it is
 * about to be put elsewhere.
 * @param {Element} parent
 * @param {Element[]} children
 * @param {(child: Element) => boolean} [keep]
 */
export function arrange(parent, children, keep = () => false) {
  let here = parent.firstElementChild;
  for (const child of children) {
    if (child === here) {
      here = here.nextElementSibling;
    } else {
      parent.insertBefore(child, here);
    }
  }
  while (here) {
    const next = here.nextElementSibling;
    if (!keep(here)) here.remove();
    here = next;
  }
}

/**
 * A drawing of lines, as on a button.
 * @param {string} path
 */
export function icon(path) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="t-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;
  return /** @type {SVGSVGElement} */ (holder.content.firstChild);
}

/**
 * Something remembered in this browser. Where storing is forbidden, it lasts as long as the page.
 * @param {string} name
 * @param {string} [value] to be remembered from now on
 * @returns {string}
 */
export function remembered(name, value) {
  const key = `brillig.${name}`;
  try {
    if (value != null) localStorage.setItem(key, value);
    return localStorage.getItem(key) ?? "";
  } catch {
    if (value != null) memory.set(key, value);
    return memory.get(key) ?? "";
  }
}
/** @type {Map<string, string>} */
const memory = new Map();
