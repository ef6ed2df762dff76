import type { Client } from '@temporalio/client';
import pino from 'pino';
import { leadSyncInputSchema } from '../../workflows/lead-sync/contract';
import { handOutSettingsSchema } from '../../workflows/lead-sync/hand-out-contract';
import { removedConnections, serveLeftCalls } from './left-calls';
import { type RunnableWorker, workerGroup } from './running-workers';

const log = pino({ level: 'silent' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_SECONDS = 24 * 3600;

afterEach(() => {
	vi.useRealTimers();
});

/** Serves the queues on a virtual clock. @param backlog number of calls that wait in a queue so many ms after the start */
async function serve(queues: readonly string[], backlog: (queue: string, ms: number) => number) {
	const begun = Date.parse('2026-01-01T00:00:00Z');
	vi.useFakeTimers({ now: begun, toFake: ['Date'] });
	const looks: number[] = [];
	const served: string[] = [];
	const retired: string[] = [];
	const describeTaskQueue = ({ taskQueue: { name } }: { taskQueue: { name: string } }) => {
		looks.push(Date.now() - begun);
		return Promise.resolve({ stats: { approximateBacklogCount: backlog(name, Date.now() - begun) } });
	};
	const client = { workflowService: { describeTaskQueue }, options: { namespace: 'n' } } as unknown as Client;
	const group = workerGroup(() => Promise.resolve());
	await serveLeftCalls({
		...{ client, log, queues: () => Promise.resolve([...queues]) },
		create: (queue) => {
			served.push(queue);
			return Promise.resolve({ options: { taskQueue: queue, namespace: 'n' } } as RunnableWorker);
		},
		group: {
			...group,
			add: () => undefined,
			retire: ({ options }) => Promise.resolve(void retired.push(options.taskQueue)),
		},
		pause: (ms) => Promise.resolve(void vi.setSystemTime(Date.now() + ms)),
	});
	return { looks, served, retired, lastedMs: Date.now() - begun };
}

test('serves a call that waits a day for its next attempt, and ends after the longest interval and an hour', async () => {
	const day = 24 * HOUR_MS;
	const isBack = (ms: number) => ms > day && ms < day + 10 * MINUTE_MS;
	const { served, retired, lastedMs } = await serve(['api:a', 'api:b'], (queue, ms) =>
		queue === 'api:b' && isBack(ms) ? 1 : 0,
	);
	expect([served, retired]).toEqual([['api:b'], ['api:b']]);
	expect(lastedMs).toBeGreaterThan(day + 25 * HOUR_MS);
	expect(lastedMs).toBeLessThan(day + 25 * HOUR_MS + 20 * MINUTE_MS);
});

test('looks every 30 s for an hour, and then every 5 min until a call is back', async () => {
	const back = 10 * HOUR_MS;
	const { looks } = await serve(['api:a'], (_queue, ms) => (ms > back && ms < back + 6 * MINUTE_MS ? 1 : 0));
	const between = (from: number, to: number) => looks.filter((at) => at >= from && at < to).length;
	expect(between(0, HOUR_MS)).toBeGreaterThan(110);
	expect(between(2 * HOUR_MS, 3 * HOUR_MS)).toBeLessThanOrEqual(12);
	expect(between(back + 10 * MINUTE_MS, back + 70 * MINUTE_MS)).toBeGreaterThan(110);
});

test('a thousand queues cost the server less than a request in two seconds after the first hour', async () => {
	const queues = Array.from({ length: 1_000 }, (_none, index) => `api:${index}`);
	const { looks, lastedMs } = await serve(queues, () => 0);
	const later = looks.filter((at) => at > 2 * HOUR_MS);
	expect(later.length).toBeLessThan((lastedMs - 2 * HOUR_MS) / 2_000);
	expect(later.length).toBeGreaterThan(20 * queues.length);
});

test('no sync accepts a longer interval than a day, from which the quiet time is derived', () => {
	const input = { version: 1, connection: 'main', agentId: 'agent', destination: 'crm' };
	for (const seconds of [DAY_SECONDS, DAY_SECONDS + 1]) {
		const isTaken = seconds === DAY_SECONDS;
		expect(leadSyncInputSchema.safeParse({ ...input, intervalSeconds: seconds }).success).toBe(isTaken);
		expect(handOutSettingsSchema.safeParse({ label: 'flow', intervalSeconds: seconds }).success).toBe(isTaken);
	}
});

const names = (prefix: string, count: number) => Array.from({ length: count }, (_none, index) => `${prefix}-${index}`);

/** A server with these running tasks, newest first, each with its connection. */
function serverWith(tasks: readonly string[]) {
	const queries: string[] = [];
	const listWorkflowExecutions = ({ query, pageSize, nextPageToken = Buffer.alloc(0) }: Listing) => {
		queries.push(query);
		const left = [...(/NOT IN \(([^)]*)\)/.exec(query)?.[1] ?? '').matchAll(/'([^']*)'/g)].map(([, name]) => name);
		const matches = tasks.filter((name) => !left.includes(name));
		const from = Number(Buffer.from(nextPageToken).toString() || 0);
		const end = from + pageSize;
		const executions = matches.slice(from, end).map((name) => ({
			searchAttributes: { indexedFields: { AkConnection: { data: Buffer.from(JSON.stringify(name)) } } },
		}));
		return Promise.resolve({ executions, nextPageToken: Buffer.from(end < matches.length ? `${end}` : '') });
	};
	const client = { workflowService: { listWorkflowExecutions }, options: { namespace: 'n' } } as unknown as Client;
	return { client, queries };
}

interface Listing {
	query: string;
	pageSize: number;
	nextPageToken?: Uint8Array;
}

describe('removed connections of running tasks', () => {
	it.each([0, 1, 99, 100, 101, 1_000])('are found beside %i configured connections', async (count) => {
		const known = names('known', count);
		// Every configured connection has newer tasks than the removed ones.
		const busy = names('known', count).flatMap((name) => [name, name, name]);
		const { client, queries } = serverWith([...busy, 'removed-a', 'removed-b', 'removed-a']);
		expect((await removedConnections(client, known)).toSorted()).toEqual(['removed-a', 'removed-b']);
		expect(queries.length).toBeLessThan(20);
		for (const query of queries) expect(query.split("', '").length).toBeLessThanOrEqual(100);
	});

	it('are found behind thousands of tasks of a few connections, with few requests', async () => {
		const busy = Array.from({ length: 100_000 }, (_none, index) => `known-${index % 50}`);
		const { client, queries } = serverWith([...busy, 'removed']);
		expect(await removedConnections(client, names('known', 1_000))).toEqual(['removed']);
		expect(queries.length).toBeLessThan(5);
	});

	it('are found behind a hundred connections, each with several pages of tasks', async () => {
		const busy = names('known', 99).flatMap((name) => Array.from({ length: 500 }, () => name));
		const { client } = serverWith([...busy, 'removed']);
		expect(await removedConnections(client, names('known', 1_000))).toEqual(['removed']);
	});

	it('are found when more than a hundred were removed', async () => {
		const removed = names('removed', 250);
		const { client } = serverWith([...removed, ...removed]);
		expect(await removedConnections(client, ['known'])).toHaveLength(250);
	});

	it('are looked for with a bounded number of requests, and a pause before each further one', async () => {
		const busy = Array.from({ length: 20_000 }, (_none, index) => `known-${index % 500}`);
		const { client, queries } = serverWith([...busy, 'removed']);
		const pause = vi.fn(() => Promise.resolve());
		expect(await removedConnections(client, names('known', 500), pause)).toEqual([]);
		expect(queries.length).toBeLessThanOrEqual(60);
		expect(pause).toHaveBeenCalledTimes(queries.length);
	});
});
