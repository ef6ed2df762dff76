import { now } from '../../support/time/moments';
import type { StartHookTask } from '../../../workflows/debounce/activities';
import type { HookMessages, HookSubject } from '../../../workflows/debounce/messages';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { notYet } from '../../../worker/temporal/not-yet';
import { eventually, isThere } from '../../support/time/eventually';
import { bundleChanged } from '../replay/changed-workflows';
import { useWorkers } from './use-workers';

const runs: StartHookTask[] = [];
let lasts = true;
const CONTINUE_AS_NEW_AT = 40;

const IMPORTS = ['CancellationScope', 'condition', 'defineQuery', 'defineSignal', 'setHandler', 'workflowInfo'];

/** In its first history, a workflow starts the one that publishes an event only when it is told to go on. */
const heldUp = () =>
	bundleChanged([
		{
			file: 'debounce/lateness.ts',
			from: 'import { condition }',
			to: `import { ${IMPORTS.join(', ')} }`,
		},
		{
			file: 'debounce/lateness.ts',
			from: '/** Tells of each run once',
			to: 'let isHeld = true;\n\n/** Tells of each run once',
		},
		{
			file: 'debounce/lateness.ts',
			from: 'await tellLate(',
			to: `setHandler(defineSignal('goOn'), () => { isHeld = false; });
				setHandler(defineQuery('isTelling'), () => true);
				const goesOn = () => !isHeld || workflowInfo().continuedFromExecutionRunId !== undefined;
				await CancellationScope.nonCancellable(() => condition(goesOn));
				await tellLate(`,
		},
	]);

const workers = useWorkers({
	continueAsNewAt: CONTINUE_AS_NEW_AT,
	bundle: heldUp,
	internal: {
		findSubscribers: () => Promise.resolve([]),
		startHookTask: (start: StartHookTask) => {
			if (!runs.some(({ key }) => key === start.key)) runs.push(start);
			return Promise.resolve(start.key);
		},
		endOfHookRun: () => Promise.resolve({ isForLater: false, after: null }),
		awaitTaskEnds: () => (lasts ? Promise.reject(notYet('It runs.', 50)) : Promise.resolve()),
	},
	connections: {},
});

const handleOf = (agentId: string) => workers.client.workflow.getHandle(`hook/cms/${agentId}`);
const runsOf = (agentId: string) => runs.filter(({ input }) => Reflect.get(input, 'agentId') === agentId);

/** A message whose run is late as soon as it begins. */
async function send(agentId: string): Promise<number> {
	const at = now().getTime();
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
	return eventually(() => runsOf(agentId)[nth - 1], isThere, 'the run begins after the quiet time');
}

/** Until the watch tells of a late run. It goes on doing so until it is told to go on. */
async function untilTelling(agentId: string): Promise<void> {
	await eventually(() => handleOf(agentId).query<boolean>('isTelling'), Boolean, 'The watch tells');
}

type HistoryEvent = NonNullable<Awaited<ReturnType<ReturnType<typeof handleOf>['fetchHistory']>>['events']>[number];

/** Until a turn of the workflow has ended after the many-th such event. */
async function untilKnown(agentId: string, isIt: (event: HistoryEvent) => boolean, nth = 1): Promise<void> {
	await eventually(
		async () => {
			const { events } = await handleOf(agentId).fetchHistory();
			const found = (events ?? []).flatMap((event, index) => (isIt(event) ? [index] : []))[nth - 1];
			const turn = events?.findLastIndex(({ workflowTaskCompletedEventAttributes: done }) => done) ?? -1;
			return found !== undefined && turn > found;
		},
		Boolean,
		'The workflow knows',
	);
}

test('a message that comes after the last run, while that is told as late, gets a run', async () => {
	lasts = true;
	await send('ended');
	await untilRun('ended', 1);
	await untilTelling('ended');
	lasts = false;
	// It started the run, and waited for its end.
	await untilKnown('ended', ({ activityTaskCompletedEventAttributes: completed }) => !!completed, 2);
	expect((await handleOf('ended').describe()).status.name).toBe('RUNNING');
	const last = await send('ended');
	await handleOf('ended').signal('goOn');
	await handleOf('ended').result();
	expect(runsOf('ended').map(({ input }) => Reflect.get(input, 'at') as number)).toEqual([expect.any(Number), last]);
});

test('a message that comes before a new history, while a run is told as late, gets a run', async () => {
	lasts = true;
	await send('long');
	await untilRun('long', 1);
	await untilTelling('long');
	const { runId } = await handleOf('long').describe();
	let more = 0;
	for (; more < CONTINUE_AS_NEW_AT; more += 1) await send('long');
	// It looks for the end of the run in a new history.
	await untilKnown('long', ({ activityTaskCancelRequestedEventAttributes: cancelled }) => !!cancelled);
	await send('long');
	more += 1;
	await handleOf('long').signal('goOn');
	await eventually(
		async () => (await handleOf('long').describe()).runId,
		(seen) => seen !== runId,
		'A new history',
	);
	lasts = false;
	await handleOf('long').result();
	expect(runsOf('long')).toHaveLength(2);
	expect((await handleOf('long').describe()).memo).toMatchObject({ hook: { last: { messages: more } } });
});
