// @ts-check

/**
 * The value at a path in parsed JSON of unknown shape.
 * @param {unknown} value
 * @param {...(string | number)} path
 * @returns {unknown} undefined when there is nothing there
 */
export function valueAt(value, ...path) {
	return path.reduce((/** @type {unknown} */ inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/**
 * The text at a path; an empty one when there is none.
 * @param {unknown} value
 * @param {...(string | number)} path
 * @returns {string}
 */
export function textAt(value, ...path) {
	const found = valueAt(value, ...path);
	return typeof found === 'string' ? found : '';
}

/**
 * The list at a path; an empty one when there is none.
 * @param {unknown} value
 * @param {...(string | number)} path
 * @returns {unknown[]}
 */
export function listAt(value, ...path) {
	const found = valueAt(value, ...path);
	return Array.isArray(found) ? found : [];
}

/**
 * The number at a path; 0 when there is none.
 * @param {unknown} value
 * @param {...(string | number)} path
 * @returns {number}
 */
export function numberAt(value, ...path) {
	const found = valueAt(value, ...path);
	return typeof found === 'number' ? found : 0;
}

/**
 * @param {string} text
 * @returns {unknown}
 */
export function parseJson(text) {
	return JSON.parse(text);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string | number, unknown>}
 */
export function isRecord(value) {
	return typeof value === 'object' && value !== null;
}
