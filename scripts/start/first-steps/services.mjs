// @ts-check
import { parseJson, textAt } from '../../json.mjs';
import { logInAsOwner } from '../../n8n/owner.mjs';
import { N8nClient, N8nRequestError } from '../../n8n/rest-client.mjs';
import { ReadableError } from '../../readable-error.mjs';

const ANSWER_MS = 30_000;

/**
 * The running system, as the steps use it.
 * @typedef {object} Services
 * @property {Json} gateway
 * @property {Json} sandbox its customer API
 * @property {Json} admin the sandbox's admin API
 * @property {LoggedInN8n | null} n8n null while it is not ready, and in a start without n8n
 * @property {{ gateway: string, sandbox: string, n8n: string }} addresses for links
 * @property {() => Promise<void>} crashWorker kills the worker's process, and starts it again after a few seconds
 */

/** Requests with JSON to one server, with its token. */
export class Json {
	/**
	 * @param {string} url
	 * @param {string} token
	 */
	constructor(url, token) {
		/** @readonly */
		this.url = url;
		/** @readonly */
		this.token = token;
	}

	/**
	 * @param {'GET' | 'POST' | 'PATCH'} method
	 * @param {string} path
	 * @param {unknown} [body]
	 * @param {Record<string, string>} [headers]
	 * @returns {Promise<unknown>}
	 * @throws {ReadableError} it refused the request; with its own words
	 */
	async request(method, path, body, headers = {}) {
		const given = body === undefined ? null : JSON.stringify(body);
		/** @type {Record<string, string>} */
		const type = given === null ? {} : { 'content-type': 'application/json' };
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: { authorization: `Bearer ${this.token}`, ...type, ...headers },
			body: given,
			signal: AbortSignal.timeout(ANSWER_MS),
		});
		const text = await response.text();
		const answer = text === '' ? null : parseJson(text);
		if (response.ok) return answer;
		throw new ReadableError(
			`${method} ${path}: ${textAt(answer, 'detail') || textAt(answer, 'title') || response.status}`,
		);
	}
}

/** n8n as its owner. It logs in when it has to. */
export class LoggedInN8n {
	/** @type {Promise<N8nClient> | null} */
	#client = null;

	/**
	 * @param {string} url
	 * @param {{ email: string, password: string }} owner
	 */
	constructor(url, owner) {
		/** @readonly */
		this.url = url;
		/** @readonly */
		this.owner = owner;
	}

	/**
	 * @template T
	 * @param {(client: N8nClient) => Promise<T>} work
	 * @returns {Promise<T>}
	 */
	async with(work) {
		try {
			return await work(await this.#logIn());
		} catch (error) {
			if (!(error instanceof N8nRequestError) || error.status !== 401) throw error;
			this.#client = null;
			return work(await this.#logIn());
		}
	}

	#logIn() {
		return (this.#client ??= this.#newClient().catch((/** @type {unknown} */ error) => {
			this.#client = null;
			throw error;
		}));
	}

	async #newClient() {
		const client = new N8nClient(this.url);
		await logInAsOwner(client, this.owner);
		return client;
	}
}
