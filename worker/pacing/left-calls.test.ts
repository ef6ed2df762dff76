import type { Client } from '@temporalio/client';
import pino from 'pino';
import { leadSyncInputSchema } from '../../workflows/lead-sync/contract';
import { handOutSettingsSchema } from '../../workflows/lead-sync/hand-out-contract';
import { serveLeftCalls } from './left-calls';
import { type RunnableWorker, workerGroup } from '../temporal/running-workers';

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
		client,
		log,
		queues: () => Promise.resolve([...queues]),
		create: (queue) => {
			served.push(queue);
			return Promise.resolve({ options: { taskQueue: queue, namespace: 'n' } } as RunnableWorker);
		},
		group: {
			...group,
			start: (create) => create(),
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
