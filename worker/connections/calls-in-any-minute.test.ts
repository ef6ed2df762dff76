import { createHash } from 'node:crypto';
import { type ApiClient, ApiError } from '../../api';
import { isMoreToDo } from '../temporal/not-yet';
import { boundedClient, DispatchedCalls, KeyPauses, type SharedPauses } from '../pacing';
import { callsPerSecond, SHARE_OF_LIMIT } from '../pacing/pace';
import { ServiceClients } from './service-clients';
import { failedCall } from '../../test/support/api/failed-call';

// Ten minutes of one key on a clock of their own: dispatches as the server makes them, workers that share pauses alone,
// and a service that counts any 60 s. The same on a real server: test/system/operations-drills/calls-in-any-minute.test.ts.

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;
const LIMIT = 60;
const PACE = { requestsPerMinute: LIMIT, shareOfLimit: SHARE_OF_LIMIT };
const INTERVAL = 1_000 / callsPerSecond(PACE);
/** What a key may make up for: `simpleLimiter` in service/matching of Temporal. Milliseconds. */
const BURST = 1_000;
const WORKERS = 3;

beforeEach(() => {
	vi.useFakeTimers({ now: 0, toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A number of [0, 1), which depends on seed and label alone. */
function seededRandom(seed: string, label: string): number {
	return createHash('sha256').update(`${seed}/${label}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Allows so many calls in any 60 s. */
class Service {
	readonly calls: number[] = [];
	readonly early: number[] = [];
	refused = 0;
	#closedUntil = 0;

	constructor(private readonly limit: number) {}

	/** @returns how long to wait, in milliseconds; null: the call is answered */
	answer(at: number): number | null {
		if (at < this.#closedUntil) this.early.push(this.#closedUntil - at);
		const recent = this.calls.filter((call) => call > at - MINUTE);
		this.calls.push(at);
		if (recent.length < this.limit) return null;
		this.refused += 1;
		const waitMs = Math.max(1, Math.ceil(((recent[0] ?? at) + MINUTE - at) / 1_000)) * 1_000;
		this.#closedUntil = at + waitMs;
		return waitMs;
	}

	mostInAMinute(): number {
		return Math.max(...this.calls.map((from) => this.#within(from)));
	}

	/** Of the minutes that have ended. */
	leastInAMinute(): number {
		return Math.min(...this.calls.filter((from) => from < TEN_MINUTES - MINUTE).map((from) => this.#within(from)));
	}

	#within(from: number): number {
		return this.calls.filter((at) => at >= from && at < from + MINUTE).length;
	}
}

type Work = (api: ApiClient) => Promise<unknown>;

const page = (api: ApiClient, offset: number) => api.call('listAgents', { query: { limit: 100, offset } });
const oneCall: Work = (api) => page(api, 0);
/** The last page of a list, and a look whether the list began anew. */
const twoCalls: Work = async (api) => [await page(api, 90), await page(api, 0)];

interface Queued {
	id: string;
	number: number;
	work: Work;
	notBefore: number;
}

interface Given {
	service: Service;
	queue: Queued[];
	/** Calls of one dispatch. Default: 1 */
	calls?: number;
	seed?: string;
}

/** Dispatches what waits, as the server does. */
async function run({ service, queue, calls = 1, seed = 'a' }: Given): Promise<void> {
	let arrivals = 0;
	const latency = () => {
		arrivals += 1;
		const isSlow = seededRandom(seed, `slow ${arrivals}`) < 0.02;
		return Math.round(seededRandom(seed, `${arrivals}`) * 25) + (isSlow ? 300 : 0);
	};
	const raw = {
		call(operationId: string) {
			const at = Date.now() + latency();
			const waitMs = service.answer(at);
			vi.setSystemTime(at);
			return waitMs === null ? Promise.resolve({ items: [], total: 0 }) : Promise.reject(limited(operationId, waitMs));
		},
	} as unknown as ApiClient;
	const until = new Map<string, number>();
	const shared: SharedPauses = {
		read: (name) => Promise.resolve(Math.max(0, (until.get(name) ?? 0) - Date.now())),
		write: (name, pauseMs) => Promise.resolve(void until.set(name, Date.now() + pauseMs)),
	};
	const account = { baseUrl: 'https://service.example', apiKey: 'k', requestsPerMinute: LIMIT };
	const workers = Array.from({ length: WORKERS }, () => {
		const pauses = new KeyPauses(shared, { warn: () => undefined }, (parts) => parts.join(' '));
		const clients = new ServiceClients(() => raw, { main: account }, Number.POSITIVE_INFINITY, pauses);
		return { api: boundedClient(clients.of('main')), dispatched: new DispatchedCalls() };
	});
	let ready = Number.NEGATIVE_INFINITY;
	for (let dispatches = 0; queue.length > 0; dispatches += 1) {
		const next = queue.reduce((one, other) => (other.notBefore < one.notBefore ? other : one));
		const at = Math.max(ready, next.notBefore);
		if (at >= TEN_MINUTES) return;
		ready = Math.max(at, ready + BURST) + INTERVAL - BURST;
		queue.splice(queue.indexOf(next), 1);
		const worker = workers[Math.floor(seededRandom(seed, `worker ${dispatches}`) * WORKERS)];
		if (worker === undefined) throw new Error('There is no worker.');
		vi.setSystemTime(at);
		const attempt = { id: next.id, number: next.number, calls, isLast: false, owe: () => undefined };
		const failed = await worker.dispatched
			.run(attempt, () => next.work(worker.api))
			.then(
				() => null,
				(error: unknown) => error,
			);
		if (failed === null) continue;
		expect(isMoreToDo(failed) || failed instanceof ApiError).toBe(true);
		const pauseMs = failed instanceof ApiError ? (failed.retryAfterMs ?? 0) : 1;
		// Behind what waits already.
		queue.push({ ...next, number: next.number + 1, notBefore: Date.now() + pauseMs });
	}
}

function limited(operationId: string, retryAfterMs: number): ApiError {
	return failedCall({
		type: 'rate_limited',
		title: 'Slow down',
		status: 429,
		retryAfterMs,
		outcome: 'refused',
		operationId,
	});
}

/** So many that wait from one moment on, each third of two calls. */
const waiting = (count: number, from: number, name = 'w'): Queued[] =>
	Array.from({ length: count }, (_none, index) => ({
		id: `${name}${index}`,
		number: 1,
		work: index % 3 === 0 ? twoCalls : oneCall,
		notBefore: from,
	}));

/** A few calls at once after each pause, which is when the server makes up for what was not used. */
const inBunches = (seed: string): Queued[] =>
	Array.from({ length: 120 }, (_none, index) => {
		const from = index * 5_000 + Math.round(seededRandom(seed, `bunch ${index}`) * 4_000);
		return waiting(1 + Math.floor(seededRandom(seed, `size ${index}`) * 9), from, `b${index}-`);
	}).flat();

const SEEDS = ['a', 'b', 'c', 'd'];

describe.each(SEEDS)('a key of 60 calls a minute (%s)', (seed) => {
	it('makes 58 to 60 calls in any 60 s from idle, and none is refused', async () => {
		const service = new Service(LIMIT);
		await run({ service, queue: waiting(1_000, 5_000), seed });
		expect([service.refused, service.early]).toEqual([0, []]);
		expect(service.mostInAMinute()).toBeLessThanOrEqual(LIMIT);
		expect(service.leastInAMinute()).toBeGreaterThanOrEqual(57);
		expect(service.mostInAMinute()).toBeGreaterThanOrEqual(58);
	});

	it('makes at most 60 calls in any 60 s, however often it is idle in between', async () => {
		const service = new Service(LIMIT);
		await run({ service, queue: inBunches(seed), seed });
		expect([service.refused, service.early]).toEqual([0, []]);
		expect(service.mostInAMinute()).toBeLessThanOrEqual(LIMIT);
	});

	it('sends no call before a pause is over, where something else uses half of the key', async () => {
		const service = new Service(LIMIT / 2);
		await run({ service, queue: waiting(1_000, 0), seed });
		expect(service.refused).toBeGreaterThan(5);
		expect(service.early).toEqual([]);
	});
});

it('would exceed the limit if a dispatch made a second call', async () => {
	const service = new Service(LIMIT);
	await run({ service, queue: waiting(1_000, 0), calls: 2 });
	expect(service.refused).toBeGreaterThan(0);
});
