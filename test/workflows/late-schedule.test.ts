import { temporal } from '@temporalio/proto';
import { defineSearchAttributeKey } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import pino from 'pino';
import { nightlyRetrainResultSchema } from '../../worker/tasks/schemas/nightly-retrain';
import { installRuntime } from '../../worker/temporal';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import { searchAttributes } from '../../workflows/task/search-attributes';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { timeSkippingServer } from '../integration/temporal/platform/find-server';
import { ScriptedService } from './scripted-service';

const { INDEXED_VALUE_TYPE_KEYWORD, INDEXED_VALUE_TYPE_DATETIME } = temporal.api.enums.v1.IndexedValueType;
/** Temporal's own, which its test server does not know. */
const BY = defineSearchAttributeKey('TemporalScheduledById', 'KEYWORD');
const DUE = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

installRuntime({ log: pino({ level: 'silent' }) });

/** One for each test: what a task leaves behind keeps the test server from skipping time in the next. */
let environment: TestWorkflowEnvironment;
let workers: Worker[];
let running: Array<Promise<void>>;

beforeEach(async () => {
	const path = await timeSkippingServer();
	environment = await TestWorkflowEnvironment.createTimeSkipping(
		path === null ? {} : { server: { executable: { type: 'existing-path', path } } },
	);
	const ours = Object.values(searchAttributes).map(({ name }) => [name, INDEXED_VALUE_TYPE_KEYWORD] as const);
	await environment.connection.operatorService.addSearchAttributes({
		namespace: 'default',
		searchAttributes: Object.fromEntries([
			...ours,
			[BY.name, INDEXED_VALUE_TYPE_KEYWORD],
			[DUE.name, INDEXED_VALUE_TYPE_DATETIME],
		]),
	});
	const service = new ScriptedService();
	const shared = { connection: environment.nativeConnection, namespace: environment.namespace ?? 'default' };
	const workflowBundle = await bundleWorkflows();
	const activities = { ...service.internal, countScheduleTimes: () => Promise.resolve({ missed: 2, skipped: 1 }) };
	workers = await Promise.all([
		Worker.create({ ...shared, taskQueue: INTERNAL_QUEUE, workflowBundle, activities }),
		Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: { ...service.api } }),
	]);
	running = workers.map((worker) => worker.run());
});
afterEach(async () => {
	for (const worker of workers) worker.shutdown();
	await Promise.all(running);
	await environment.teardown();
});

/** A night's run whose schedule meant a time so long before it was started, and whose worker comes so long after it. */
async function night(
	name: string,
	{ dueBefore, workerAfter }: { dueBefore: number; workerAfter: number },
): Promise<unknown> {
	const { client } = environment;
	const dueAt = new Date((await environment.currentTimeMs()) - dueBefore);
	const whole = { version: 1, connection: 'c', waitUntil: 'finished', ifActive: 'adopt', atOnce: 2 };
	const input = { ...whole, agentIds: ['one'], agentTimeoutSeconds: 600 };
	const task = await client.workflow.start('nightlyRetrain', {
		workflowId: name,
		// The test server skips no time while a task waits for its worker, so the task itself comes later.
		startDelay: workerAfter,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen: { keyVersion: 'k1', settleMs: 60_000 } }],
		typedSearchAttributes: [
			{ key: BY, value: 'nights' },
			{ key: DUE, value: dueAt },
		],
	});
	const result: unknown = await task.result();
	return result;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a night that the worker slept through', () => {
	it('is reported after an hour, and nothing is started', async () => {
		await expect(night('slept-through', { dueBefore: 0, workerAfter: 2 * HOUR_MS })).rejects.toMatchObject({
			cause: { type: 'slept_through' },
		});
	});

	it('is caught up within the hour, and tells what was missed before', async () => {
		const result = nightlyRetrainResultSchema.parse(
			await night('caught-up', { dueBefore: 0, workerAfter: 50 * MINUTE_MS }),
		);
		expect(result).toMatchObject({ counts: { completed: 1 }, schedule: { id: 'nights', missed: 2, skipped: 1 } });
	});

	it('counts from when it was asked for, where it is a night long past', async () => {
		const result = await night('filled-in', { dueBefore: 72 * HOUR_MS, workerAfter: 10 * MINUTE_MS });
		expect(nightlyRetrainResultSchema.parse(result).counts.completed).toBe(1);
	});
});
