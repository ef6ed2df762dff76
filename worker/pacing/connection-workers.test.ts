import { EventEmitter, once } from 'node:events';
import pino from 'pino';
import { eventually } from '../../test/support/time/eventually';
import { ConnectionWorkers } from './connection-workers';
import { type RunnableWorker, workerGroup } from '../temporal/running-workers';

const log = pino({ level: 'silent' });
const slow = { requestsPerMinute: 60, shareOfLimit: 0.97 };
const fast = { requestsPerMinute: 600, shareOfLimit: 0.97 };

/** Workers as they look from outside: each runs until its shutdown. */
function started(fails: () => boolean = () => false) {
	const states = new Map<string, string>();
	let count = 0;
	const create = (name: string, { requestsPerMinute }: { requestsPerMinute: number }): Promise<RunnableWorker> => {
		if (fails()) return Promise.reject(new Error('Temporal is away'));
		const id = `${(count += 1)} ${name} ${requestsPerMinute}`;
		const events = new EventEmitter();
		let state: ReturnType<RunnableWorker['getState']> = 'RUNNING';
		states.set(id, state);
		return Promise.resolve({
			options: { taskQueue: name, namespace: 'n' },
			getState: () => state,
			run: async () => void (await once(events, 'end')),
			shutdown() {
				states.set(id, (state = 'STOPPED'));
				events.emit('end');
			},
		});
	};
	const group = workerGroup(() => Promise.resolve());
	return { workers: new ConnectionWorkers({ create, group, log, retryAfterMs: 5 }), group, states };
}

test('follows added and changed connections, one worker at a time for each queue', async () => {
	const { workers, group, states } = started();
	await workers.start({ a: slow, b: slow });
	workers.follow({ a: fast, b: slow, c: slow });
	await eventually(
		() => Object.fromEntries(states),
		(seen) =>
			expect(seen).toEqual({
				'1 a 60': 'STOPPED',
				'2 b 60': 'RUNNING',
				'3 a 600': 'RUNNING',
				'4 c 60': 'RUNNING',
			}),
		'workers start and stop in the background',
	);
	expect(group.isPolling()).toBe(true);
	await group.stop();
});

test('keeps the worker of a removed connection, whose tasks learn from it why they wait', async () => {
	const { workers, group, states } = started();
	await workers.start({ a: slow });
	workers.follow({});
	workers.follow({ a: slow });
	expect(Object.fromEntries(states)).toEqual({ '1 a 60': 'RUNNING' });
	await group.stop();
	// Nor is there another one.
	expect(Object.fromEntries(states)).toEqual({ '1 a 60': 'STOPPED' });
});

test('serves a connection that only open tasks have, and follows it when it is back', async () => {
	const { workers, group, states } = started();
	await workers.start({ a: slow }, { removed: slow });
	workers.follow({ a: slow, removed: fast });
	await eventually(
		() => Object.fromEntries(states),
		(seen) =>
			expect(seen).toEqual({
				'1 removed 60': 'STOPPED',
				'2 a 60': 'RUNNING',
				'3 removed 600': 'RUNNING',
			}),
		'workers start and stop in the background',
	);
	await group.stop();
});

test('repeats a failed attempt, and ends with the process', async () => {
	let failures = 2;
	const { workers, group, states } = started(() => (failures -= 1) >= 0);
	workers.follow({ a: slow });
	await eventually(
		() => states.get('1 a 60'),
		(seen) => expect(seen).toBe('RUNNING'),
		'workers start and stop in the background',
	);
	failures = Number.POSITIVE_INFINITY;
	workers.follow({ a: slow, b: slow });
	await group.stop();
	expect(Object.fromEntries(states)).toEqual({ '1 a 60': 'STOPPED' });
});
