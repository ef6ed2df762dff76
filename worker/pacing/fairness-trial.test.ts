import type { Client } from '@temporalio/client';
import pino from 'pino';
import { tryFairness } from './fairness-trial';

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

test.each([3, 12])('a server that knows no pace (%i) leads to a queue for each connection', async (code) => {
	const start = vi.fn();
	expect(await trial(() => Promise.reject(refusal(code)), start)).toEqual({ paced: false, ordered: false });
	expect(start).not.toHaveBeenCalled();
	expect(LOG.join('')).toMatch(/"level":40.*Temporal knows no pace of a queue/);
});

// Another worker's key may permit it, and both would give a connection its whole limit.
test('a worker that may not set the pace does not start, and says what to do', async () => {
	await expect(trial(() => Promise.reject(refusal(7)), vi.fn())).rejects.toThrow(
		/right to write in the namespace.*set temporal.fairness to false in the files of all workers/,
	);
});

test.each([9, 14])('a server that cannot do it now (%i) ends the start with its own words', async (code) => {
	await expect(trial(() => Promise.reject(refusal(code)), vi.fn())).rejects.toThrow('refused');
});

test('trials that do not end, end the start with what to do', async () => {
	const start = vi.fn(() => Promise.reject(new Error('inconclusive')));
	await expect(trial(() => Promise.resolve(), start)).rejects.toThrow(
		/4 trials did not end.*set temporal.fairness to false/,
	);
	expect(start).toHaveBeenCalledTimes(4);
});
