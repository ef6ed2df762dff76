// @ts-check
/// <reference lib="dom" />
import { element } from './elements.js';

const COPIED_MS = 2_000;

/** @typedef {import('./serve-page.mjs').PageContent['logins'][number]} Login */

/**
 * What to enter, with a button for each that copies it.
 * @param {Login} login
 */
export function loginFields({ title, fields }) {
	const rows = fields.flatMap(([name, value]) => [
		element('dt', {}, name),
		element('dd', {}, element('code', {}, value), copyButton(`${title}, ${name}`, value)),
	]);
	return element('dl', {}, ...rows);
}

/**
 * @param {string} what
 * @param {string} value
 */
function copyButton(what, value) {
	const made = element('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${what}` }, 'Copy');
	made.addEventListener('click', () => {
		navigator.clipboard.writeText(value).then(
			() => say('Copied'),
			() => say('Select and copy it'),
		);
	});
	/** @param {string} words */
	function say(words) {
		made.textContent = words;
		setTimeout(() => (made.textContent = 'Copy'), COPIED_MS);
	}
	return made;
}
