// @ts-check
/// <reference lib="dom" />

/**
 * An element with text or other elements in it; never HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	made.append(...children);
	return made;
}

/** @type {Map<string, string>} */
const shown = new Map();

/**
 * Fills a part of the page if it has changed. Unchanged text stays, so that a reader can select and copy it.
 * @template T
 * @param {string} id
 * @param {readonly T[]} items
 * @param {(item: T) => Node | string} draw
 */
export function fill(id, items, draw) {
	const content = JSON.stringify(items);
	if (shown.get(id) === content) return;
	shown.set(id, content);
	const part = document.getElementById(id);
	// A press rebuilds its card: the keyboard stays at the same button.
	const focused = document.activeElement?.id;
	part?.replaceChildren(...items.map(draw));
	if (focused) document.getElementById(focused)?.focus();
}

/**
 * A link; another place opens in a new tab, so that this page stays.
 * @param {string} address
 * @param {string} text
 * @param {Record<string, string>} [attributes]
 */
export function link(address, text, attributes = {}) {
	return element('a', { href: address, target: '_blank', rel: 'noopener', ...attributes }, text);
}
