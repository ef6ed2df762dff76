import type { Client } from '@temporalio/client';
import pino from 'pino';
import { reportPartitions, tryFairness } from './fairness-trial';

// The pauses between the trials.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

const LOG: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void LOG.push(line) });

afterEach(() => {
	LOG.splice(0);
});

const group = { add: vi.fn(), retire: () => Promise.resolve(), isStopping: () => false };

/** A server that answers so when a pace is set, and when a trial begins. */
function trial(updateTaskQueueConfig: () => Promise<unknown>, start: () => Promise<unknown>) {
	const workflowService = { describeTaskQueue: () => Promise.resolve({}), updateTaskQueueConfig };
	const client = { options: { namespace: 'default' }, workflowService, workflow: { start } } as unknown as Client;
	return tryFairness({ client, create: vi.fn(), group: group as never, log });
}

const refusal = (code: number) => Object.assign(new Error('refused'), { code });

test.each([
	['knows no pace', 12],
	['does not permit it', 7],
])('a server that %s leads to a queue for each connection, and a warning', async (_why, code) => {
	const start = vi.fn();
	expect(await trial(() => Promise.reject(refusal(code)), start)).toEqual({ paced: false, ordered: false });
	expect(start).not.toHaveBeenCalled();
	expect(LOG.join('')).toMatch(/"level":40.*temporal.fairness is true, but Temporal refuses/);
});

test('a server that does not respond ends the start with its own words', async () => {
	await expect(trial(() => Promise.reject(refusal(14)), vi.fn())).rejects.toThrow('refused');
});

test('trials that do not end, end the start with what to do', async () => {
	const start = vi.fn(() => Promise.reject(new Error('inconclusive')));
	await expect(trial(() => Promise.resolve(), start)).rejects.toThrow(
		/4 trials did not end.*set temporal.fairness to false/,
	);
	expect(start).toHaveBeenCalledTimes(4);
});

test.each([
	[1, 0],
	[4, 1],
])('a queue with %i partitions leads to %i warnings', async (count, warnings) => {
	const activityTaskQueuePartitions = Array.from({ length: count }, () => ({}));
	const workflowService = { listTaskQueuePartitions: () => Promise.resolve({ activityTaskQueuePartitions }) };
	await reportPartitions({ options: { namespace: 'default' }, workflowService } as unknown as Client, 'api', log);
	expect(LOG).toHaveLength(warnings);
	expect(LOG.join('')).toMatch(count === 1 ? /^$/ : /"partitions":4.*matching.numTaskqueueReadPartitions/);
});
