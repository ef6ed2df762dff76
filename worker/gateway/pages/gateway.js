// @ts-check
/** @import { Role } from './types' */

const TOKEN = 'token';

/** What the gateway refused, in its own words. */
export class GatewayError extends Error {
	/**
	 * @param {string} message
	 * @param {number} status
	 */
	constructor(message, status) {
		super(message);
		this.status = status;
	}
}

/** The token stays in this tab. */
export const token = {
	get: () => sessionStorage.getItem(TOKEN),
	/** @param {string} value */
	set: (value) => sessionStorage.setItem(TOKEN, value),
	forget: () => sessionStorage.removeItem(TOKEN),
};

/** @type {ReadonlyArray<Role>} */
let roles = [];

/** Asks what the token may do. @throws {GatewayError} when it is none */
export async function signIn() {
	const who = /** @type {{ name: string, roles: Role[] }} */ (await ask('/v1/whoami'));
	roles = who.roles;
	return who.name;
}

/** @param {Role} role */
export function may(role) {
	return roles.includes(role);
}

/**
 * @param {string} path
 * @returns {Promise<unknown>}
 * @throws {GatewayError}
 */
export async function ask(path) {
	/** @type {unknown} */
	const answer = await (await send(path)).json();
	return answer;
}

/**
 * A request that changes something, with a key of its own.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ message?: string }>} what the gateway says of it, where it says something
 * @throws {GatewayError}
 */
export async function post(path, body) {
	const response = await send(path, {
		method: 'POST',
		headers: { 'idempotency-key': newKey(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	/** @type {unknown} */
	const answer = await response.json();
	return /** @type {{ message?: string }} */ (answer);
}

/**
 * Saves a file of a task under its name.
 * @param {string} path
 * @param {string} name
 * @throws {GatewayError}
 */
export async function download(path, name) {
	const url = URL.createObjectURL(await (await send(path)).blob());
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}

/**
 * @param {string} path
 * @param {RequestInit} [request]
 */
async function send(path, request = {}) {
	const headers = new Headers(request.headers);
	headers.set('authorization', `Bearer ${token.get() ?? ''}`);
	const response = await reached(() => fetch(path, { ...request, headers, cache: 'no-store' }));
	if (response.ok) return response;
	throw new GatewayError(await detailOf(response), response.status);
}

/** @param {() => Promise<Response>} call */
async function reached(call) {
	try {
		return await call();
	} catch {
		throw new GatewayError('The gateway does not respond.', 0);
	}
}

/** @param {Response} response */
async function detailOf(response) {
	try {
		/** @type {unknown} */
		const answer = await response.json();
		const { detail } = /** @type {{ detail?: string }} */ (answer);
		if (detail !== undefined) return detail;
	} catch {
		// It is no answer of the gateway's own.
	}
	return `The gateway returned status ${response.status}.`;
}

/** crypto.randomUUID is there on https only. */
function newKey() {
	return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
