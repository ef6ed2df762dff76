import type { StartHookTask } from '../../../workflows/debounce/activities';
import type { HookMessages, HookSubject } from '../../../workflows/debounce/messages';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { notYet } from '../../../worker/temporal/not-yet';
import { bundleChanged } from '../replay/changed-workflows';
import { useWorkers } from './use-workers';

const runs: StartHookTask[] = [];
let lasts = true;

/** The server takes two seconds to start the workflow that publishes an event. */
const slowly = () =>
	bundleChanged([
		{
			file: 'debounce/lateness.ts',
			from: 'import { condition }',
			to: 'import { CancellationScope, condition, sleep }',
		},
		{
			file: 'debounce/lateness.ts',
			from: 'await tellLate(',
			to: 'await CancellationScope.nonCancellable(() => sleep(2_000));\n\tawait tellLate(',
		},
	]);

const workers = useWorkers({
	continueAsNewAt: 60,
	bundle: slowly,
	internal: {
		findSubscribers: () => Promise.resolve([]),
		startHookTask: (start: StartHookTask) => {
			if (!runs.some(({ key }) => key === start.key)) runs.push(start);
			return Promise.resolve(start.key);
		},
		awaitTaskEnds: () => (lasts ? Promise.reject(notYet('It runs.', 50)) : Promise.resolve()),
	},
	connections: {},
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const handleOf = (agentId: string) => workers.client.workflow.getHandle(`hook/cms/${agentId}`);
const runsOf = (agentId: string) => runs.filter(({ input }) => Reflect.get(input, 'agentId') === agentId);

/** A message whose run is late as soon as it begins. */
async function send(agentId: string): Promise<number> {
	const at = Date.now();
	const subject: HookSubject = { hook: 'cms', key: agentId, task: 'retrain-and-wait', connection: 'c', agentId };
	const messages: HookMessages = {
		count: 1,
		firstAt: at,
		lastAt: at,
		input: { agentId, at },
		quietMs: 300,
		longestDelayMs: 1_000,
		finish: { withinMs: 60_000, warnMs: 59_500 },
		frozen: { keyVersion: 'k1', settleMs: 50 },
	};
	await workers.client.workflow.signalWithStart('debounceHook', {
		workflowId: `hook/cms/${agentId}`,
		taskQueue: INTERNAL_QUEUE,
		args: [subject],
		signal: 'hookMessages',
		signalArgs: [messages],
	});
	return at;
}

async function untilRun(agentId: string, nth: number): Promise<StartHookTask> {
	for (;;) {
		const run = runsOf(agentId)[nth - 1];
		if (run !== undefined) return run;
		await pause(50);
	}
}

test('a message that comes after the last run, while that is told as late, gets a run', async () => {
	lasts = true;
	await send('ended');
	await untilRun('ended', 1);
	// The lead time has begun, so the watch is telling.
	await pause(800);
	lasts = false;
	await pause(400);
	expect((await handleOf('ended').describe()).status.name).toBe('RUNNING');
	const last = await send('ended');
	await handleOf('ended').result();
	expect(runsOf('ended').map(({ input }) => Reflect.get(input, 'at') as number)).toEqual([expect.any(Number), last]);
});

test('a message that comes before a new history, while a run is told as late, gets a run', async () => {
	lasts = true;
	await send('long');
	await untilRun('long', 1);
	const { runId } = await handleOf('long').describe();
	let more = 0;
	while ((await handleOf('long').describe()).runId === runId) {
		await send('long');
		more += 1;
		await pause(20);
	}
	lasts = false;
	await handleOf('long').result();
	expect(runsOf('long')).toHaveLength(2);
	expect((await handleOf('long').describe()).memo).toMatchObject({ hook: { last: { messages: more } } });
});
