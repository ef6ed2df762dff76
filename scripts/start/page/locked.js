// @ts-check
/// <reference lib="dom" />
import { keep } from './key.js';

/**
 * Shows either the page, or where to find its address.
 * @param {'open' | 'locked'} state
 */
export function turn(state) {
	document.body.dataset['state'] = state;
}

/**
 * The form for the key, for who opened the page without it.
 * @param {() => void} onKey
 */
export function watchForm(onKey) {
	const [form, input, problem] = [part('key-form'), part('key'), part('key-problem')];
	form?.addEventListener('submit', (event) => {
		event.preventDefault();
		if (!(input instanceof HTMLInputElement) || problem === null) return;
		const isKey = keep(input.value);
		problem.textContent = isKey ? '' : 'This is no key. Copy the whole line.';
		input.value = '';
		if (isKey) onKey();
	});
}

/** The key was not that of this start. */
export function sayWrong() {
	const problem = part('key-problem');
	if (problem) problem.textContent = 'This key belongs to another data folder.';
}

/** @param {string} id */
function part(id) {
	return document.getElementById(id);
}
