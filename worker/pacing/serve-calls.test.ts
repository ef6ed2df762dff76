import type { Client } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import { EventEmitter, once } from 'node:events';
import pino from 'pino';
import { type RunnableWorker, workerGroup } from '../temporal/running-workers';
import { eventually } from '../../test/support/time/eventually';
import { CallDispatcher } from './call-dispatch';
import type { FairnessSetting } from './report-fairness';
import { serveCalls } from './serve-calls';

const LOG: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void LOG.push(line) });
const pace = { requestsPerMinute: 60, shareOfLimit: 0.97 };

afterEach(() => {
	LOG.splice(0);
});

/** Workers that poll until their shutdown. */
function polling() {
	const queues = new Set<string>();
	const create = ({ taskQueue }: WorkerOptions): Promise<RunnableWorker> => {
		const events = new EventEmitter();
		let state: ReturnType<RunnableWorker['getState']> = 'RUNNING';
		return Promise.resolve({
			options: { taskQueue, namespace: 'n' },
			getState: () => state,
			async run() {
				queues.add(taskQueue);
				await once(events, 'end');
				queues.delete(taskQueue);
			},
			shutdown() {
				state = 'STOPPED';
				events.emit('end');
			},
		});
	};
	return { create, queues };
}

/** A trial that ends when the test says so. */
function openTrial() {
	let end = { with: (_result: unknown): void => undefined, fail: (_error: Error): void => undefined };
	const result = new Promise<unknown>((resolve, reject) => {
		end = { with: resolve, fail: reject };
	});
	return { result, end };
}

/**
 * @param trial the result of the trial of the server
 * @param beforeCreation ends when the worker of a queue can be created, or says why it cannot
 */
async function serve(
	fairness: FairnessSetting,
	trial: Promise<unknown>,
	beforeCreation: (queue: string) => Promise<void> = () => Promise.resolve(),
) {
	const workflowService = {
		describeTaskQueue: () => Promise.resolve({ stats: { approximateBacklogCount: 0 } }),
		updateTaskQueueConfig: () => Promise.resolve({}),
		listTaskQueuePartitions: () => Promise.resolve({ activityTaskQueuePartitions: [{}] }),
		listWorkflowExecutions: () => Promise.resolve({ executions: [], nextPageToken: new Uint8Array() }),
	};
	const workflow = { start: () => Promise.resolve({ result: () => trial }) };
	const client = { options: { namespace: 'n' }, workflowService, workflow } as unknown as Client;
	let isClosed = false;
	const group = workerGroup(() => {
		isClosed = true;
		return Promise.resolve();
	});
	const closed = () => isClosed;
	const { create: poll, queues } = polling();
	const create = async (options: WorkerOptions) => {
		await beforeCreation(options.taskQueue);
		return poll(options);
	};
	const calls = { settingsOf: () => pace, sharedActivities: () => ({}), activitiesOf: () => ({}) as never };
	const dispatcher = new CallDispatcher(() => pace);
	const served = await serveCalls({
		fairness,
		connections: { main: pace },
		calls,
		dispatcher,
		callsAtOnce: 20,
		client,
		create,
		group,
		log,
		base: {} as never,
		workflows: {},
		retryAfterMs: 50,
	});
	return { dispatcher, served, group, queues, closed };
}

test('with auto, the start does not wait for the trial, and calls do', async () => {
	const trial = openTrial();
	const { dispatcher, group, queues } = await serve('auto', trial.result);
	await expect(dispatcher.dispatchOf('main', false)).rejects.toMatchObject({ type: 'not_yet' });
	await eventually(
		() => [...queues],
		(seen) => expect(seen).toEqual(['agent-knowledge:fairness']),
		'workers start and stop in the background',
	);
	trial.end.with({ paced: true, ordered: true });
	await eventually(
		() => dispatcher.dispatchOf('main', false),
		(seen) => expect(seen).toMatchObject({ taskQueue: 'api' }),
		'workers start and stop in the background',
	);
	await eventually(
		() => [...queues],
		(seen) => expect(seen).toEqual(['api']),
		'workers start and stop in the background',
	);
	expect(LOG.join('')).toContain('Temporal paces all connections in one queue');
	await group.stop();
});

test('with auto, a server that cannot pace leads to the queues of the connections of that moment', async () => {
	const trial = openTrial();
	const { dispatcher, served, group, queues } = await serve('auto', trial.result);
	served.follow({ main: pace, added: pace });
	trial.end.with({ paced: false, ordered: false });
	await eventually(
		() => dispatcher.dispatchOf('added', false),
		(seen) => expect(seen).toMatchObject({ taskQueue: 'api:added' }),
		'workers start and stop in the background',
	);
	await eventually(
		() => [...queues].toSorted(),
		(seen) => expect(seen).toEqual(['api:added', 'api:main']),
		'workers start and stop in the background',
	);
	served.follow({ main: pace, added: pace, later: pace });
	await eventually(
		() => [...queues],
		(seen) => expect(seen).toContain('api:later'),
		'workers start and stop in the background',
	);
	await group.stop();
});

test('with auto, a stop while the trial runs is no failure', async () => {
	const trial = openTrial();
	const { group, queues } = await serve('auto', trial.result);
	await eventually(
		() => queues.size,
		(seen) => expect(seen).toBe(1),
		'workers start and stop in the background',
	);
	await group.stop();
	trial.end.fail(new Error('the connection was closed'));
	await new Promise(setImmediate);
	expect(LOG.join('')).not.toMatch(/"level":[45]0/);
});

test('with auto, a stop waits for a worker that is being created, and only then closes the connection', async () => {
	const creating = new EventEmitter();
	const wait = async (queue: string) => {
		if (queue === 'api') await once(creating, 'end');
	};
	const { group, queues, closed } = await serve('auto', Promise.resolve({ paced: true, ordered: true }), wait);
	await eventually(
		() => creating.listenerCount('end'),
		(seen) => expect(seen).toBe(1),
		'workers start and stop in the background',
	);
	const stopped = group.stop();
	await new Promise(setImmediate);
	expect(closed()).toBe(false);
	creating.emit('end');
	await stopped;
	expect([closed(), queues.size]).toEqual([true, 0]);
});

test('with auto, a process whose call workers cannot be created says so, and repeats it without another trial', async () => {
	let isRefused = true;
	const refuse = (queue: string) =>
		isRefused && queue === 'api' ? Promise.reject(new Error('refused')) : Promise.resolve();
	const { served, group, queues } = await serve('auto', Promise.resolve({ paced: true, ordered: true }), refuse);
	await eventually(
		() => [served.isFailing(), queues.has('api')],
		(seen) => expect(seen).toEqual([true, false]),
		'workers start and stop in the background',
	);
	isRefused = false;
	await eventually(
		() => [served.isFailing(), queues.has('api')],
		(seen) => expect(seen).toEqual([false, true]),
		'workers start and stop in the background',
	);
	expect(LOG.filter((line) => line.includes('as a trial has shown'))).toHaveLength(1);
	await group.stop();
});

test('with true, the start ends with the trial', async () => {
	const { dispatcher, group, queues } = await serve(true, Promise.resolve({ paced: true, ordered: true }));
	expect([...queues]).toContain('api');
	expect(dispatcher.queue).toBe('shared');
	await group.stop();
});
