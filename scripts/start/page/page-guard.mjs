// @ts-check
import { createHash, timingSafeEqual } from 'node:crypto';

/** The names of this machine. A foreign name that leads here ("DNS rebinding") is refused. */
const OWN_NAMES = ['127.0.0.1', 'localhost'];
/** The header with the key. A page of another site cannot send it: the browser asks first, and gets no permission. */
export const KEY_HEADER = 'x-start-page-key';

/** On every response: nothing is kept, framed, or told to other sites, and only own files run. */
export const PAGE_HEADERS = {
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
	'x-frame-options': 'DENY',
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'cache-control': 'no-store',
};

/**
 * Why a request gets nothing at all; null: it may have the page's own files, which hold no secret.
 * @param {import('node:http').IncomingMessage} request
 * @returns {string | null}
 */
export function foreignReason({ headers }) {
	const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
	return OWN_NAMES.includes(name) ? null : `The start page is available only under: ${OWN_NAMES.join(', ')}.`;
}

/**
 * Whether a request comes from the page itself, in a tab that has the key. Other users and other pages of this machine
 * reach the port, too.
 * @param {import('node:http').IncomingMessage} request
 * @param {string} key
 */
export function hasKey({ headers }, key) {
	const given = headers[KEY_HEADER];
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(key));
}

/**
 * Whether a browser says that the page itself sent a request. Programs send neither header.
 * @param {import('node:http').IncomingMessage} request
 */
export function isOwnRequest({ headers }) {
	const site = headers['sec-fetch-site'];
	const isOwnSite = site === undefined || site === 'same-origin';
	return isOwnSite && (headers.origin === undefined || headers.origin === `http://${headers.host ?? ''}`);
}

/** @param {string} text */
function digest(text) {
	return createHash('sha256').update(text).digest();
}
