// @ts-check
import { createServer } from 'node:http';

const MINUTE_MS = 60_000;
/** More than any bench reads. */
const LEADS = 100_000_000;
const KNOWN_AGENT = 'agent_known';
const AGENTS = '/api/v1/agents';
const AGENT = { id: KNOWN_AGENT, name: 'The only agent' };

/** @typedef {Awaited<ReturnType<typeof startCountingService>>} CountingService */

/** The calls of one key, in milliseconds since 1970, in the order of their arrival. */
class Key {
	/** @type {number[]} */
	arrivals = [];
	/** Index of the oldest arrival within the last minute. */
	#oldest = 0;
	mostInAny60Seconds = 0;
	tooManyRequests = 0;

	/** @param {number} limit calls in any 60 s */
	constructor(limit) {
		this.limit = limit;
	}

	/** @param {number} now @returns calls that the key has left, negative above its limit */
	take(now) {
		this.arrivals.push(now);
		while ((this.arrivals[this.#oldest] ?? now) <= now - MINUTE_MS) this.#oldest += 1;
		const used = this.arrivals.length - this.#oldest;
		this.mostInAny60Seconds = Math.max(this.mostInAny60Seconds, used);
		if (used > this.limit) this.tooManyRequests += 1;
		return this.limit - used;
	}
}

/**
 * A service with one agent, whose list of leads has no end in practice. It counts the calls of each key, and answers 429
 * above a key's limit in any 60 s (specification, parts 7 and 8). The sandbox does the same and much more, so it takes
 * processor time that the workers need here.
 * @param {Map<string, number>} limits requests a minute, by key
 */
export async function startCountingService(limits) {
	const keys = new Map([...limits].map(([key, limit]) => [key, new Key(limit)]));
	const server = createServer((request, response) => {
		const key = keys.get((request.headers.authorization ?? '').replace('Bearer ', ''));
		if (key === undefined) {
			reply(response, 401, problem('unauthorized', 401, 'The key is unknown.'));
			return;
		}
		const left = key.take(Date.now());
		response.setHeader('x-ratelimit-limit', key.limit);
		response.setHeader('x-ratelimit-remaining', Math.max(0, left));
		response.setHeader('x-ratelimit-reset', 60);
		const url = new URL(request.url ?? '/', 'http://service');
		if (left < 0) {
			response.setHeader('retry-after', 10);
			reply(response, 429, problem('rate_limit_exceeded', 429, 'Too many requests.'));
		} else if (url.pathname === AGENTS)
			reply(response, 200, JSON.stringify({ items: [AGENT], total: 1, limit: 100, offset: 0 }));
		else if (url.pathname === `${AGENTS}/${KNOWN_AGENT}`) reply(response, 200, JSON.stringify(AGENT));
		else if (url.pathname === `${AGENTS}/${KNOWN_AGENT}/leads`) reply(response, 200, leadsPage(url.searchParams));
		else reply(response, 404, problem('not_found', 404, 'There is no such agent.'));
	});
	server.keepAliveTimeout = MINUTE_MS;
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The service has no port.');
	return {
		url: `http://127.0.0.1:${address.port}`,
		agentId: KNOWN_AGENT,
		/** @param {string} name the key */
		key(name) {
			const key = keys.get(name);
			if (key === undefined) throw new Error(`There is no key ${name}.`);
			return key;
		},
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {string} body */
function reply(response, status, body) {
	response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** @param {string} type @param {number} status @param {string} title */
function problem(type, status, title) {
	return JSON.stringify({ type, title, status, detail: title, issues: [] });
}

const CAPTURED_AT = '2026-01-01T00:00:00.000Z';
const REST = JSON.stringify({
	agentId: KNOWN_AGENT,
	conversationId: 'c',
	name: 'A Visitor',
	email: 'visitor@example.com',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: CAPTURED_AT,
}).slice(1);

/** @param {URLSearchParams} query */
function leadsPage(query) {
	const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
	const items = Array.from({ length: limit }, (_, index) => `{"id":${LEADS - offset - index},${REST}`);
	return `{"items":[${items.join(',')}],"total":${LEADS},"limit":${limit},"offset":${offset}}`;
}
