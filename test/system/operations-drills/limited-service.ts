import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../support/network/listen';
import { now } from '../../support/time/moments';

const MINUTE_MS = 60_000;

/** What became of the calls of one key. */
export interface KeyFigures {
	/** Arrivals, in milliseconds since 1970. */
	calls: number[];
	/** Responses 429. */
	refused: number;
	/** How many milliseconds before the end of a `Retry-After` calls arrived. */
	early: number[];
}

/** A service that allows so many calls of a key in any 60 s. Its lists have two pages. It measures by its own clock. */
export class LimitedService {
	readonly #keys = new Map<string, KeyFigures & { closedUntil: number }>();

	private constructor(
		readonly url: string,
		readonly stop: () => Promise<void>,
		private readonly limit: number,
	) {}

	static async start(limit: number): Promise<LimitedService> {
		const server = createServer();
		const { url, close } = await listen(server);
		const service = new LimitedService(url, close, limit);
		server.on('request', (request, response) => service.#answer(request, response));
		return service;
	}

	of(key: string): KeyFigures {
		return this.#of(key);
	}

	#of(key: string) {
		const known = this.#keys.get(key) ?? { calls: [], refused: 0, early: [], closedUntil: 0 };
		this.#keys.set(key, known);
		return known;
	}

	#answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
		const key = this.#of((headers.authorization ?? '').replace('Bearer ', ''));
		const at = now().getTime();
		if (at < key.closedUntil) key.early.push(key.closedUntil - at);
		const recent = key.calls.filter((call) => call > at - MINUTE_MS);
		key.calls.push(at);
		response.setHeader('content-type', 'application/json');
		response.setHeader('x-ratelimit-limit', String(this.limit));
		if (recent.length >= this.limit) {
			const seconds = Math.max(1, Math.ceil(((recent[0] ?? at) + MINUTE_MS - at) / 1_000));
			key.refused += 1;
			key.closedUntil = Math.max(key.closedUntil, at + seconds * 1_000);
			response.writeHead(429, { 'retry-after': String(seconds) });
			response.end(JSON.stringify({ type: 'rate_limited', title: 'Slow down', status: 429, detail: null, issues: [] }));
			return;
		}
		response.end(JSON.stringify(pageOf(new URL(url, 'http://service'))));
	}
}

const ITEMS = 105;

function pageOf({ pathname, searchParams }: URL): object {
	const offset = Number(searchParams.get('offset') ?? 0);
	const limit = Number(searchParams.get('limit') ?? 100);
	const length = Math.max(0, Math.min(limit, ITEMS - offset));
	const numbers = Array.from({ length }, (_none, index) => ITEMS - offset - index);
	const items = pathname.endsWith('/leads') ? numbers.map(lead) : numbers.map((id) => ({ id: `agent-${id}` }));
	return { items, total: ITEMS, limit, offset };
}

const lead = (id: number) => ({
	id,
	agentId: 'a',
	conversationId: `c${id}`,
	name: 'Ada',
	email: 'ada@client.example',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: '2026-11-01T00:00:00.000Z',
});

/** The most calls that arrived in any 60 s. */
export function mostInAMinute(calls: readonly number[]): number {
	let first = 0;
	let most = 0;
	for (const [index, at] of calls.entries()) {
		while ((calls[first] ?? at) <= at - MINUTE_MS) first += 1;
		most = Math.max(most, index - first + 1);
	}
	return most;
}
