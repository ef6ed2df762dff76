import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import type { TaskEvent } from '../../../workflows/task/event';
import { TIMING } from '../../../workflows/task/timing';
import type { FoundTrouble, GoodRun } from '../../../workflows/task/schedule';
import { searchAttributes } from '../../../workflows/task/visibility';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { eventually } from '../../support/time/eventually';
import { recordHistory } from '../replay/record-history';
import { ScriptedService } from './scripted-service';
import { noteEvents, useTimeSkipping } from './use-time-skipping';
import { useWorkers } from './use-workers';

const { holdMs } = TIMING;

const { INDEXED_VALUE_TYPE_KEYWORD, INDEXED_VALUE_TYPE_DATETIME } = temporal.api.enums.v1.IndexedValueType;
/** Temporal's own, which its test server does not know. */
const BY = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');
const DUE = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

const TROUBLE: FoundTrouble = {
	failedTaskId: 'nights-before',
	failedRunId: 'run-before',
	failedDueAt: '2026-11-26T03:00:00.000Z',
	trouble: 'failed',
	reason: 'The training run failed.',
	event: { id: 'nights-before~run-before~failed', at: '2026-11-26T03:10:00.000Z' },
};

let events: TaskEvent[];
let asked: string[];
let found: FoundTrouble | null;
beforeEach(() => {
	[events, asked, found] = [[], [], TROUBLE];
});

/** The activities of a look, for the events of the current test. */
const looks = {
	findSubscribers: noteEvents({ push: (event) => events.push(event) }),
	findScheduleTrouble: (_scheduleId: string, taskId: string) => {
		asked.push(taskId);
		return Promise.resolve(found);
	},
};

const time = useTimeSkipping(
	() => {
		const { internal, api } = new ScriptedService();
		return { internal: { ...internal, ...looks }, api };
	},
	{ [BY.name]: INDEXED_VALUE_TYPE_KEYWORD, [DUE.name]: INDEXED_VALUE_TYPE_DATETIME },
);
/** For two looks at once: a child of the first would unbalance the clock on which the second waits. */
const withoutSkipping = useWorkers({ internal: looks, connections: {} });

/** @param agentId decides how the run goes, see `ScriptedService` */
async function run(id: string, { agentId = 'one', isScheduled = true } = {}): Promise<void> {
	const { client } = time.environment;
	const dueAt = new Date(await time.environment.currentTimeMs());
	const task = await client.workflow.start('retrainAndWait', {
		workflowId: id,
		taskQueue: INTERNAL_QUEUE,
		args: [
			{
				input: { version: 1, connection: 'c', agentId, waitUntil: 'finished', ifActive: 'adopt', timeoutSeconds: 600 },
				frozen: { keyVersion: 'k1', settleMs: 50 },
			},
		],
		typedSearchAttributes: [
			{ key: searchAttributes.task, value: 'retrain-and-wait' },
			{ key: searchAttributes.connection, value: 'c' },
			...(isScheduled
				? [
						{ key: BY, value: 'nights' },
						{ key: DUE, value: dueAt },
					]
				: []),
		],
	});
	await task.result();
}

const recoveries = () => events.filter(({ type }) => type === 'schedule.recovered');

/** What the run of a schedule has started. */
async function recoveryOf(id: string): Promise<string | null> {
	const { events: history } = await time.environment.client.workflow.getHandle(id).fetchHistory();
	const started = (history ?? []).flatMap((event) => event.startChildWorkflowExecutionInitiatedEventAttributes ?? []);
	return started.find(({ workflowType }) => workflowType?.name === 'scheduleRecovery')?.workflowId ?? null;
}

/** The look of a good run, which the run starts. A child that outlives its parent stops the server's skipping of time. */
async function look(
	taskId: string,
	client: Client = time.environment.client,
	timing: GoodRun['timing'] = {},
): Promise<string> {
	const task = { id: taskId, type: 'retrain-and-wait', connection: 'c', agentId: 'one' };
	const good: GoodRun = { task, scheduleId: 'nights', dueAt: '2026-11-27T03:00:00.000Z', timing };
	const workflowId = `schedule-recovery/${taskId}/run`;
	await client.workflow.execute('scheduleRecovery', { workflowId, taskQueue: INTERNAL_QUEUE, args: [good] });
	return workflowId;
}

/** An event is published by a workflow of its own. */
const untilPublished = () => eventually(() => recoveries().length > 0, Boolean, 'schedule.recovered');

it('a run that did what it should begins the look, and one without a schedule does not', async () => {
	await run('nights-now');
	expect(await recoveryOf('nights-now')).toMatch(/^schedule-recovery\/nights-now\//);
	await run('alone', { isScheduled: false });
	expect(await recoveryOf('alone')).toBeNull();
	await recordHistory(time.environment.client, 'nights-now', 'retrain-and-wait.v1.scheduled');
});

it('a minute later it is told that the schedule works again, in the thread of the failure', async () => {
	const begun = await time.environment.currentTimeMs();
	const workflowId = await look('nights-now');
	expect((await time.environment.currentTimeMs()) - begun).toBeGreaterThanOrEqual(holdMs);
	await untilPublished();
	expect(recoveries()).toMatchObject([
		{
			id: 'nights~run-before~recovered',
			task: { id: 'nights-now', type: 'retrain-and-wait', connection: 'c' },
			data: { scheduleId: 'nights', failedTaskId: 'nights-before', trouble: 'failed' },
			follows: TROUBLE.event,
		},
	]);
	await recordHistory(time.environment.client, workflowId, 'schedule-recovery.recovered');
});

it('two runs that end at once tell it once', async () => {
	const { client } = withoutSkipping;
	await Promise.all(['first', 'second'].map((taskId) => look(taskId, client, { holdMs: 50 })));
	await untilPublished();
	expect(new Set(asked)).toEqual(new Set(['first', 'second']));
	expect(recoveries()).toHaveLength(1);
});

it('a run after a good one tells nothing', async () => {
	found = null;
	await look('as-always');
	expect([asked, recoveries()]).toEqual([['as-always'], []]);
});
