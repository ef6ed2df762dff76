import { temporal } from '@temporalio/proto';
import { defineSearchAttributeKey } from '@temporalio/common';
import { nightlyRetrainResultSchema } from '../../../workflows/nightly-retrain/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { ScriptedConversations } from './scripted-conversations';
import { ScriptedExport } from './scripted-export';
import { ScriptedService } from './scripted-service';
import { useTimeSkipping } from './use-time-skipping';

const { INDEXED_VALUE_TYPE_KEYWORD, INDEXED_VALUE_TYPE_DATETIME } = temporal.api.enums.v1.IndexedValueType;
/** Temporal's own, which its test server does not know. */
const BY = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');
const DUE = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

let leads: ScriptedExport;
let conversations: ScriptedConversations;
const time = useTimeSkipping(
	() => {
		const { internal, api } = new ScriptedService();
		leads = new ScriptedExport();
		conversations = new ScriptedConversations();
		const countScheduleTimes = () => Promise.resolve({ missed: 5, skipped: 1, withoutRun: 3 });
		return {
			internal: { ...leads.internal, ...conversations.internal, ...internal, countScheduleTimes },
			api: { ...leads.api, ...conversations.api, ...api },
		};
	},
	{ [BY.name]: INDEXED_VALUE_TYPE_KEYWORD, [DUE.name]: INDEXED_VALUE_TYPE_DATETIME },
);

/** What a schedule starts, by the workflow's name. */
const INPUTS = {
	nightlyRetrain: {
		version: 1,
		connection: 'c',
		waitUntil: 'finished',
		ifActive: 'adopt',
		atOnce: 2,
		agentIds: ['one'],
		agentTimeoutSeconds: 600,
	},
	conversationExport: {
		version: 1,
		connection: 'c',
		agentIds: ['few'],
		state: 'any',
		format: 'ndjson',
		spreadsheet: 'any',
		partition: 'none',
	},
	leadExport: { version: 1, connection: 'c', agentIds: ['few'], format: 'csv', spreadsheet: 'comma' },
};

/** A run that is due some time before its start, and whose worker begins some time after its start. */
async function run(
	workflow: keyof typeof INPUTS,
	name: string,
	{ dueBefore, workerAfter }: { dueBefore: number; workerAfter: number },
): Promise<unknown> {
	const { environment } = time;
	const dueAt = new Date((await environment.currentTimeMs()) - dueBefore);
	const task = await environment.client.workflow.start(workflow, {
		workflowId: name,
		// The test server skips no time while a task waits for its worker, so the task itself comes later.
		startDelay: workerAfter,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input: INPUTS[workflow], frozen: { keyVersion: 'k1', settleMs: 60_000 } }],
		typedSearchAttributes: [
			{ key: BY, value: 'nights' },
			{ key: DUE, value: dueAt },
		],
	});
	const result: unknown = await task.result();
	return result;
}

const night = (name: string, times: { dueBefore: number; workerAfter: number }) => run('nightlyRetrain', name, times);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a night that the worker missed', () => {
	it('is reported after an hour, and nothing is started', async () => {
		await expect(night('slept-through', { dueBefore: 0, workerAfter: 2 * HOUR_MS })).rejects.toMatchObject({
			cause: { type: 'slept_through' },
		});
		await recordHistory(time.environment.client, 'slept-through', 'nightly-retrain.v1.slept-through');
	});

	it('is caught up within the hour, and reports earlier missed runs', async () => {
		const result = nightlyRetrainResultSchema.parse(
			await night('caught-up', { dueBefore: 0, workerAfter: 50 * MINUTE_MS }),
		);
		expect(result).toMatchObject({ counts: { completed: 1 }, schedule: { id: 'nights', missed: 2, skipped: 1 } });
	});

	it('counts from its request when it is a backfill of a past night', async () => {
		const result = await night('filled-in', { dueBefore: 72 * HOUR_MS, workerAfter: 10 * MINUTE_MS });
		expect(nightlyRetrainResultSchema.parse(result).counts.completed).toBe(1);
	});
});

describe.each([
	{ task: 'leadExport', whole: { rows: 250 } },
	{ task: 'conversationExport', whole: { conversations: 8, messages: 16 } },
] as const)('a $task that the worker missed', ({ task, whole }) => {
	it('is reported after an hour, and reads nothing', async () => {
		const late = run(task, `${task}/late`, { dueBefore: 0, workerAfter: 2 * HOUR_MS });
		await expect(late).rejects.toMatchObject({ cause: { type: 'slept_through' } });
		expect([...leads.asked, ...conversations.listed]).toEqual([]);
	});

	it('is caught up within the hour', async () => {
		const times = { dueBefore: 0, workerAfter: 50 * MINUTE_MS };
		expect(await run(task, `${task}/in-time`, times)).toMatchObject(whole);
	});
});
