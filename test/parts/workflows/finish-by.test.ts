import { ahead, now } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import type { LookAtSchedule, ScheduleLook } from '../../../workflows/finish-by/activities';
import type { HookMessages, HookSubject } from '../../../workflows/debounce/messages';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import type { TaskEvent } from '../../../workflows/task/event';
import { notYet } from '../../../worker/temporal/not-yet';
import { Metrics, taskSinks } from '../../../worker/observability/metrics';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { useWorkers } from './use-workers';

const told: TaskEvent[] = [];
const looks: LookAtSchedule[] = [];
const script: ScheduleLook[] = [];
let lasts = true;

const metrics = new Metrics();
const lateRuns = async () => {
	const counted = await metrics.registry.getSingleMetric('agent_knowledge_runs_late_total')?.get();
	return counted?.values.map(({ labels, value }) => ({ ...labels, value }));
};

const workers = useWorkers({
	sinks: taskSinks(metrics),
	internal: {
		findSubscribers: (event: TaskEvent) => {
			told.push(event);
			return Promise.resolve([]);
		},
		lookAtFinish: (look: LookAtSchedule) => {
			looks.push(look);
			return Promise.resolve(script.shift() ?? { over: true });
		},
		startHookTask: () => Promise.resolve('retrain-and-wait~one'),
		endOfHookRun: () => Promise.resolve({ isForLater: false, after: null }),
		awaitTaskEnds: () => (lasts ? Promise.reject(notYet('It runs.', 50)) : Promise.resolve()),
	},
	connections: {},
});

const late = (dueAt: string): ScheduleLook => ({
	over: false,
	nextLookAt: ahead(1_000).getTime(),
	late: {
		dueAt,
		task: { id: 'nightly-retrain~nightly-1', type: 'nightly-retrain', connection: 'c', agentId: null },
		late: {
			source: 'schedule',
			name: 'nightly',
			state: 'running',
			finishBy: '2026-01-01T06:00:00Z',
			expectedAt: null,
			message: 'It still runs.',
		},
	},
});

test('the watch of a schedule tells each late run once, and ends with the schedule', async () => {
	const [first, second] = ['2026-01-01T02:00:00Z', '2026-01-02T02:00:00Z'];
	const nothing: ScheduleLook = { over: false, late: null, nextLookAt: now().getTime() };
	script.push(nothing, late(first), late(first), late(second));
	await workers.client.workflow.execute('watchFinish', {
		workflowId: 'finish-by/nightly',
		taskQueue: INTERNAL_QUEUE,
		args: ['nightly'],
	});
	expect(looks.map((look) => look.told)).toEqual([null, null, first, first, second]);
	await eventually(() => told.length >= 2, Boolean, 'each event is published by a workflow of its own');
	expect(told.map(({ type, data }) => [type, data])).toMatchObject([
		['task.late', { name: 'nightly', state: 'running' }],
		['task.late', { name: 'nightly' }],
	]);
	expect(new Set(told.map(({ id }) => id)).size).toBe(2);
	expect(await lateRuns()).toEqual([{ task: 'nightly-retrain', connection: 'c', source: 'schedule', value: 2 }]);
	await recordHistory(workers.client, 'finish-by/nightly', 'watch-finish.told');
});

test('a run of a hook that is late is told once, with what was told before it began', async () => {
	told.length = 0;
	const subject: HookSubject = { hook: 'cms', key: 'a', task: 'retrain-and-wait', connection: 'c', agentId: 'a' };
	/** A run that has not ended by then is late. Whoever begins it has that long. */
	const send = (lateAfterMs: number) => {
		const at = now().getTime();
		const messages: HookMessages = {
			count: 1,
			firstAt: at,
			lastAt: at,
			input: {},
			quietMs: 100,
			longestDelayMs: 500,
			finish: { withinMs: 60_000, warnMs: 60_000 - lateAfterMs },
			frozen,
		};
		return workers.client.workflow.signalWithStart('debounceHook', {
			workflowId: 'hook/cms/a',
			taskQueue: INTERNAL_QUEUE,
			args: [subject],
			signal: 'hookMessages',
			signalArgs: [messages],
		});
	};
	// Longer than a machine stands still: the run has to begin in time.
	await send(25_000);
	await eventually(() => told.length >= 1, Boolean, 'each event is published by a workflow of its own');
	expect(told[0]).toMatchObject({
		type: 'task.late',
		task: { id: 'retrain-and-wait~one', agentId: 'a' },
		data: { source: 'hook', name: 'cms', state: 'running' },
	});
	// The next run waits for this one, so it has not begun in time.
	await send(1_000);
	await eventually(() => told.length >= 2, Boolean, 'each event is published by a workflow of its own');
	expect(told[1]).toMatchObject({ data: { state: 'not_begun' } });
	lasts = false;
	await workers.client.workflow.getHandle('hook/cms/a').result();
	expect(told).toHaveLength(2);
	expect(await lateRuns()).toContainEqual({ task: 'retrain-and-wait', connection: 'c', source: 'hook', value: 2 });
	await recordHistory(workers.client, 'hook/cms/a', 'debounce-hook.late');
});
