import { now } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import type { EndedHookRun, HookRunEnd, StartHookTask } from '../../../workflows/debounce/activities';
import type { HookMessages, HookSubject } from '../../../workflows/debounce/messages';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { notYet } from '../../../worker/temporal/not-yet';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { useWorkers } from './use-workers';

interface Run extends StartHookTask {
	at: number;
}

const runs: Run[] = [];
/** Agents whose runs last until the test says otherwise. */
const lasting = new Set<string>();

/** What each run ended with, in turn, of agents whose runs meet others. */
const ends = new Map<string, HookRunEnd[]>();
/** Tasks of others that run. */
const others = new Set<string>();

const workers = useWorkers({
	continueAsNewAt: 40,
	internal: {
		startHookTask: (start: StartHookTask) => {
			// A repeat of a start finds its task.
			if (!runs.some(({ key }) => key === start.key)) runs.push({ ...start, at: now().getTime() });
			return Promise.resolve(start.key);
		},
		endOfHookRun: ({ input }: EndedHookRun) => {
			const [end = { isForLater: false, after: null }] = ends.get(agentIn(input))?.splice(0, 1) ?? [];
			return Promise.resolve(end);
		},
		awaitTaskEnds: ([taskId = '']: string[]) =>
			others.has(taskId) || [...lasting].some((agentId) => taskId.includes(`/${agentId}/`))
				? Promise.reject(notYet('It runs.', 50))
				: Promise.resolve(),
	},
	connections: {},
});

const QUIET_MS = 400;
const LONGEST_MS = 2_000;
/** Longer than a busy machine pauses between two of many messages. */
const LONG = { quietMs: 600_000, longestDelayMs: 3_600_000 };
/** Of the last of many, whose times count. */
const RESTING = { quietMs: 1_000, longestDelayMs: 3_600_000 };

async function send(agentId: string, more: Partial<HookMessages> = {}): Promise<number> {
	const at = now().getTime();
	const subject: HookSubject = { hook: 'cms', key: agentId, task: 'retrain-and-wait', connection: 'c', agentId };
	const times = { firstAt: at, lastAt: at, quietMs: QUIET_MS, longestDelayMs: LONGEST_MS };
	await workers.client.workflow.signalWithStart('debounceHook', {
		workflowId: `hook/cms/${agentId}`,
		taskQueue: INTERNAL_QUEUE,
		args: [subject],
		signal: 'hookMessages',
		signalArgs: [{ count: 1, input: { agentId, at }, frozen, ...times, ...more }],
	});
	return at;
}

const agentIn = (input: object) => String(Reflect.get(input, 'agentId'));
const runsOf = (agentId: string) => runs.filter(({ input }) => agentIn(input) === agentId);
const ended = (agentId: string) => workers.client.workflow.getHandle(`hook/cms/${agentId}`).result();

test('fifty messages make one run, with the newest input, after the quiet time', async () => {
	for (let nth = 1; nth < 50; nth += 1) await send('burst', LONG);
	const last = await send('burst', RESTING);
	await ended('burst');
	const [run, ...others] = runsOf('burst');
	expect(others).toEqual([]);
	expect(run?.input).toMatchObject({ at: last });
	expect(run?.at).toBeGreaterThanOrEqual(last + RESTING.quietMs);
	await recordHistory(workers.client, 'hook/cms/burst', 'debounce-hook.burst');
});

test('messages that never rest make a run after the longest delay', async () => {
	// Only the longest delay can end the wait.
	const times = { quietMs: LONG.quietMs, longestDelayMs: LONGEST_MS };
	const first = await send('restless', times);
	const [run] = await eventually(
		async () => {
			await send('restless', times);
			return runsOf('restless');
		},
		({ length }) => length > 0,
		'the run begins after the longest delay',
	);
	expect(run?.at).toBeGreaterThanOrEqual(first + LONGEST_MS);
	await ended('restless');
	expect(runsOf('restless').length).toBeLessThanOrEqual(2);
});

test('a message with shorter times of a new configuration moves the run forward', async () => {
	await send('hurried', { quietMs: 600_000, longestDelayMs: 3_600_000 });
	await send('hurried');
	await ended('hurried');
	expect(runsOf('hurried')).toHaveLength(1);
});

test('what comes during a run gets one run after it, whose id is another one', async () => {
	lasting.add('busy');
	await send('busy');
	await eventually(() => runsOf('busy').length > 0, Boolean, 'the run begins after the quiet time');
	let last = 0;
	for (let nth = 0; nth < 20; nth += 1) last = await send('busy');
	// Once a later message has its run, the quiet time of those before is over too.
	await send('beside');
	await ended('beside');
	expect(runsOf('busy')).toHaveLength(1);
	const { memo } = await workers.client.workflow.getHandle('hook/cms/busy').describe();
	expect(memo).toMatchObject({ hook: { running: { messages: 1 }, last: { messages: 1 } } });
	lasting.delete('busy');
	await ended('busy');
	const [, second, ...others] = runsOf('busy');
	expect(others).toEqual([]);
	expect(second?.at).toBeGreaterThanOrEqual(last);
	expect(new Set(runsOf('busy').map(({ key }) => key)).size).toBe(2);
});

test('continues as new while messages come, and forgets none', async () => {
	for (let nth = 1; nth < 80; nth += 1) await send('long', LONG);
	const last = await send('long', RESTING);
	await ended('long');
	expect(runsOf('long').at(-1)?.input).toMatchObject({ at: last });
	expect(runsOf('long')).toHaveLength(1);
});

test('continues as new during a run, and forgets neither the run nor what comes', async () => {
	lasting.add('crowded');
	const first = workers.client.workflow.getHandle('hook/cms/crowded');
	await send('crowded');
	await eventually(() => runsOf('crowded').length > 0, Boolean, 'the run begins after the quiet time');
	const { runId } = await first.describe();
	let last = 0;
	for (let nth = 0; nth < 60; nth += 1) last = await send('crowded');
	await eventually(
		async () => {
			last = await send('crowded');
			return (await first.describe()).runId;
		},
		(newest) => newest !== runId,
		'the history grows with each message',
	);
	expect(runsOf('crowded')).toHaveLength(1);
	lasting.delete('crowded');
	await ended('crowded');
	expect(runsOf('crowded')).toHaveLength(2);
	expect(runsOf('crowded').at(-1)?.at).toBeGreaterThanOrEqual(last);
});

test('a message after all is over begins anew, with an id of its own', async () => {
	await send('again');
	await ended('again');
	await send('again');
	await ended('again');
	expect(new Set(runsOf('again').map(({ key }) => key)).size).toBe(2);
});

test('messages of a run that another task was in the way of are back, and due when that has ended', async () => {
	others.add('another task');
	ends.set('taken', [{ isForLater: true, after: 'another task' }]);
	const first = await send('taken');
	await eventually(() => ends.get('taken')?.length === 0, Boolean, 'the end of the run is looked at');
	const memo = async () => (await workers.client.workflow.getHandle('hook/cms/taken').describe()).memo;
	await eventually(memo, (seen) => expect(seen).toMatchObject({ hook: { open: { messages: 1 } } }), 'it is back');
	const last = await send('taken');
	// Once a later message has its run, the quiet time of those before is over too.
	await send('beside-taken');
	await ended('beside-taken');
	expect(runsOf('taken')).toHaveLength(1);
	others.delete('another task');
	await ended('taken');
	expect(runsOf('taken').map(({ input }) => Reflect.get(input, 'at') as number)).toEqual([first, last]);
	expect(await memo()).toMatchObject({ hook: { open: null, last: { messages: 2 } } });
});

test('messages are back each time that their run changed nothing, after growing pauses', async () => {
	const forLater: HookRunEnd = { isForLater: true, after: null };
	ends.set('changing', [forLater, forLater]);
	const sent = await send('changing');
	await ended('changing');
	const seen = runsOf('changing');
	expect(seen.map(({ input }) => Reflect.get(input, 'at') as number)).toEqual([sent, sent, sent]);
	expect(new Set(seen.map(({ key }) => key)).size).toBe(3);
	const [one, two, three] = seen.map(({ at }) => at);
	expect((two ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(QUIET_MS);
	expect((three ?? 0) - (two ?? 0)).toBeGreaterThanOrEqual(2 * QUIET_MS);
});
