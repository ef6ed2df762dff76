// @ts-check

/** @typedef {Node | string | null | false | undefined} Child */

/**
 * An element with its attributes and children; what is null, false or undefined is left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false) continue;
		made.setAttribute(key, value === true ? '' : String(value));
	}
	for (const child of children.flat()) if (child !== null && child !== false && child !== undefined) made.append(child);
	return made;
}

/**
 * A button that the page's handler for `action` answers.
 * @param {string} label
 * @param {string} action
 * @param {Record<string, string | number | boolean | null | undefined>} [more] attributes
 */
export function button(label, action, more = {}) {
	return h('button', { type: 'button', 'data-action': action, ...more }, label);
}

/**
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 * @returns {Type}
 */
export function find(id, type) {
	const element = document.getElementById(id);
	if (element instanceof type) return element;
	throw new Error(`The page has no ${id}.`);
}
