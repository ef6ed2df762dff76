// @ts-check
/// <reference lib="dom" />
import { ask } from './key.js';

/** Addresses of the gateway that are no page of its console: a file, or a page that brings its own proof. */
const OTHER = /[.]\w+$|\/review\/|\/docs/;

let consoleUrl = '';

/** @param {string} url of the gateway */
export function knowConsole(url) {
	consoleUrl = url;
}

/** A link to the console signs in by itself: its tab gets a code for the address, which works once. */
export function watchConsoleLinks() {
	document.addEventListener('click', (event) => {
		const link = event.target instanceof Element ? event.target.closest('a') : null;
		if (link === null || !isConsole(link)) return;
		event.preventDefault();
		// Opened at once, because a browser blocks a window that a response opens.
		const tab = window.open('', '_blank');
		void openSignedIn(link.href, tab);
	});
}

/** @param {HTMLAnchorElement} link */
function isConsole({ origin, pathname }) {
	return consoleUrl !== '' && origin === consoleUrl && !OTHER.test(pathname);
}

/**
 * @param {string} address
 * @param {Window | null} tab null: the browser blocked it
 */
async function openSignedIn(address, tab) {
	const url = new URL(address);
	const shown = url.hash.replace('#', '&');
	url.hash = await code().then(
		(given) => `code=${given}${shown}`,
		// The console then asks for the token.
		() => url.hash,
	);
	if (tab === null) return void window.open(url, '_blank', 'noopener');
	tab.opener = null;
	tab.location.href = url.href;
}

/** @returns {Promise<string>} */
async function code() {
	const response = await ask('/console-code', { method: 'POST' });
	if (!response.ok) throw new Error(await response.text());
	return response.text();
}
