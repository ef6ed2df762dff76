import { TestWorkflowEnvironment } from '@temporalio/testing';
import { temporal } from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import pino from 'pino';
import { installRuntime } from '../../worker/temporal';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import type { SyncPage } from '../../workflows/ports';
import { searchAttributes } from '../../workflows/task/search-attributes';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { timeSkippingServer } from '../integration/temporal/platform/find-server';
import { ScriptedLeads } from './scripted-leads';
import { ScriptedService } from './scripted-service';

const HOUR_MS = 3_600_000;

installRuntime({ log: pino({ level: 'silent' }) });

let environment: TestWorkflowEnvironment;

beforeAll(async () => {
	const path = await timeSkippingServer();
	environment = await TestWorkflowEnvironment.createTimeSkipping(
		path === null ? {} : { server: { executable: { type: 'existing-path', path } } },
	);
	const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
	await environment.connection.operatorService.addSearchAttributes({
		namespace: 'default',
		searchAttributes: { [searchAttributes.stage.name]: keyword },
	});
});
afterAll(() => environment.teardown());

describe('a sync that looks every hour', () => {
	it('waits an hour after news in its own timer, and after nothing in the queue, without an event', async () => {
		const leads = new ScriptedLeads();
		const looks: number[] = [];
		const syncPage = async (page: SyncPage) => {
			looks.push(await environment.currentTimeMs());
			return leads.syncPage(page);
		};
		const { nativeConnection: connection, client } = environment;
		const shared = { connection, namespace: environment.namespace ?? 'default' };
		const workflowBundle = await bundleWorkflows();
		const activities = { ...new ScriptedService().internal };
		const internal = await Worker.create({ ...shared, taskQueue: INTERNAL_QUEUE, workflowBundle, activities });
		const api = await Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: { syncPage } });
		const input = { version: 1, connection: 'c', agentId: 'hourly', destination: 'crm', intervalSeconds: 3600 };
		await internal.runUntil(
			api.runUntil(async () => {
				const sync = await client.workflow.start('leadSync', {
					workflowId: 'hourly',
					taskQueue: INTERNAL_QUEUE,
					args: [{ input, frozen: { keyVersion: 'k1', settleMs: 60_000 } }],
				});
				await environment.sleep(24.5 * HOUR_MS);
				await sync.cancel();
				await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
				const { events } = await sync.fetchHistory();
				expect(events?.length).toBeLessThan(75);
			}),
		);
		expect(looks.length).toBeGreaterThanOrEqual(24);
		const hours = looks.map((look) => Math.round((look - (looks[0] ?? 0)) / HOUR_MS));
		expect(hours).toEqual(hours.map((_, index) => index));
	});
});
