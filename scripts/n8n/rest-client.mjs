// @ts-check
import { parseJson, textAt, valueAt } from '../json.mjs';
import { ReadableError } from '../readable-error.mjs';

const ANSWER_MS = 30_000;

/**
 * n8n's own REST interface, as its editor uses it, with the session of one user.
 */
export class N8nClient {
	#cookie = '';

	/** @param {string} url of the server, e.g. `http://127.0.0.1:5678` */
	constructor(url) {
		/** @readonly */
		this.url = url;
	}

	/**
	 * @param {'GET' | 'POST' | 'PATCH' | 'DELETE'} method
	 * @param {string} path e.g. `/rest/workflows`
	 * @param {unknown} [body]
	 * @param {number} [timeoutMs] for the response
	 * @returns {Promise<unknown>} the `data` of the response
	 * @throws {N8nRequestError} n8n refused the request
	 */
	async request(method, path, body, timeoutMs = ANSWER_MS) {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			body: body === undefined ? null : JSON.stringify(body),
			signal: AbortSignal.timeout(timeoutMs),
		});
		const cookie = response.headers.getSetCookie().find((text) => text.startsWith('n8n-auth='));
		if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
		const text = await response.text();
		const answer = isJson(response) ? parseJson(text) : text;
		if (!response.ok) throw new N8nRequestError(method, path, response.status, textAt(answer, 'message') || text);
		return valueAt(answer, 'data');
	}

	/**
	 * Logs in, for every request that follows.
	 * @param {{ email: string, password: string }} user
	 */
	async logIn({ email, password }) {
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}
}

/** n8n refused a request. */
export class N8nRequestError extends ReadableError {
	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {number} status
	 * @param {string} message
	 */
	constructor(method, path, status, message) {
		super(`n8n responded to ${method} ${path} with ${status}: ${message.slice(0, 500)}`);
		this.name = 'N8nRequestError';
		/** @readonly */
		this.status = status;
	}
}

/** @param {Response} response */
function isJson(response) {
	return (response.headers.get('content-type') ?? '').includes('application/json');
}
