import type { Client } from '@temporalio/client';
import pino from 'pino';
import { chooseQueues } from './fairness-trial';
import type { FairnessSetting } from './report-fairness';

const log = pino({ level: 'silent' });
const pause = () => Promise.resolve();
const paced = { paced: true, ordered: true };

/** A server that answers so when a pace is set, and when a trial begins. */
function choose(
	setting: FairnessSetting,
	updateTaskQueueConfig: () => Promise<unknown>,
	start: () => Promise<unknown> = vi.fn(),
	isStopping = () => false,
) {
	const group = { start: (create: () => unknown) => create(), retire: pause, isStopping };
	const workflowService = { describeTaskQueue: () => Promise.resolve({}), updateTaskQueueConfig };
	const client = { options: { namespace: 'default' }, workflowService, workflow: { start } } as unknown as Client;
	return chooseQueues({ client, setting, create: vi.fn(), group: group as never, log, pause });
}

const refusal = (code: number) => Object.assign(new Error('refused'), { code });
const own = (reason: string) => ({ fairness: { paced: false, ordered: false }, reason });

test('with false, the server is not asked', async () => {
	const update = vi.fn();
	expect(await choose(false, update)).toEqual(own('setting'));
	expect(update).not.toHaveBeenCalled();
});

test.each([
	['auto', 3],
	['auto', 12],
	[true, 3],
	[true, 12],
] as const)(
	'with %s, a server that knows no pace (%i) leads to a queue for each connection at once',
	async (setting, code) => {
		const start = vi.fn();
		expect(await choose(setting, () => Promise.reject(refusal(code)), start)).toEqual(own('no pace'));
		expect(start).not.toHaveBeenCalled();
	},
);

// Another worker's key may permit it, and both would give a connection its whole limit.
test('with true, a worker that may not set the pace does not start, and says what to do', async () => {
	await expect(choose(true, () => Promise.reject(refusal(7)))).rejects.toThrow(
		/right to write in the namespace.*set temporal.fairness to false in the files of all workers/,
	);
});

test('with auto, a worker that may not set the pace starts', async () => {
	expect(await choose('auto', () => Promise.reject(refusal(7)))).toEqual(own('not permitted'));
});

test.each([9, 14])(
	'with true, a server that cannot do it now (%i) fails the start after four attempts',
	async (code) => {
		const update = vi.fn(() => Promise.reject(refusal(code)));
		await expect(choose(true, update)).rejects.toThrow(/4 trials did not end.*set temporal.fairness to false/);
		expect(update).toHaveBeenCalledTimes(4);
	},
);

test('with auto, trials are repeated until one ends', async () => {
	let count = 0;
	const start = vi.fn(() => {
		count += 1;
		return count < 7
			? Promise.reject(new Error('inconclusive'))
			: Promise.resolve({ result: () => Promise.resolve(paced) });
	});
	expect(await choose('auto', () => Promise.resolve(), start)).toEqual({ fairness: paced, reason: 'trial' });
	expect(start).toHaveBeenCalledTimes(7);
	const holds = start.mock.calls.map((call: unknown[]) => (call[1] as { args: number[] }).args[0]);
	expect(holds).toEqual([1_500, 6_000, 13_500, 24_000, 24_000, 24_000, 24_000]);
});

test('with auto, no trial is repeated after the worker was stopped', async () => {
	const start = vi.fn(() => Promise.reject(new Error('stopped')));
	await expect(
		choose(
			'auto',
			() => Promise.resolve(),
			start,
			() => true,
		),
	).rejects.toThrow('stopped');
	expect(start).toHaveBeenCalledTimes(1);
});
