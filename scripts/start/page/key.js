// @ts-check
/// <reference lib="dom" />

const NAME = 'agent-knowledge-start-page-key';
/** As the server expects it, see page-guard.mjs. */
const HEADER = 'x-start-page-key';
/** The key in an address that was opened or pasted, or the key alone. */
const KEY = /(?:^|[#&]key=)(?<key>[\w-]+)$/;

/**
 * Takes the key from the address, and removes it there, so that no bookmark and no look at the screen has it. The tab
 * keeps it until it is closed.
 */
export function takeKeyFromAddress() {
	if (!location.hash.includes('key=')) return;
	if (keep(location.hash)) history.replaceState(null, '', location.pathname);
}

/**
 * @param {string} text the key, or the address with it
 * @returns {boolean} whether there is a key in it
 */
export function keep(text) {
	const key = KEY.exec(text.trim())?.groups?.['key'];
	if (key !== undefined) sessionStorage.setItem(NAME, key);
	return key !== undefined;
}

export function forget() {
	sessionStorage.removeItem(NAME);
}

/** @returns {boolean} */
export function isKept() {
	return sessionStorage.getItem(NAME) !== null;
}

/**
 * A request of this page, with its key.
 * @param {string} path
 * @param {RequestInit} [init]
 */
export function ask(path, init = {}) {
	return fetch(path, { ...init, headers: { [HEADER]: sessionStorage.getItem(NAME) ?? '' } });
}
