import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import type { RetrainInput } from '../../workflows/retrain/contract';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { startTemporal, type TemporalServer } from '../integration/temporal/platform/start-temporal';
import { recordHistory } from '../replay/record-history';
import { ScriptedService } from './scripted-service';

const service = new ScriptedService();
let temporal: TemporalServer;
let client: Client;
let connections: { client: Connection; workers: NativeConnection };
let workers: Worker[];
let running: Array<Promise<void>>;

beforeAll(async () => {
	temporal = await startTemporal(['limit.historyCount.suggestContinueAsNew=20']);
	const { address, namespace } = temporal;
	connections = { client: await Connection.connect({ address }), workers: await NativeConnection.connect({ address }) };
	client = new Client({ connection: connections.client, namespace });
	const shared = { connection: connections.workers, namespace };
	const workflowBundle = await bundleWorkflows();
	workers = await Promise.all([
		Worker.create({ ...shared, taskQueue: INTERNAL_QUEUE, workflowBundle, activities: { ...service.internal } }),
		Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: { ...service.api } }),
	]);
	running = workers.map((worker) => worker.run());
});
afterAll(async () => {
	for (const worker of workers) worker.shutdown();
	await Promise.all(running);
	await Promise.all([connections.client.close(), connections.workers.close()]);
	await temporal.stop();
});

function start(workflow: string, workflowId: string, args: unknown[]) {
	return client.workflow.start(workflow, { workflowId, taskQueue: INTERNAL_QUEUE, args });
}

function retrain(agentId: string, workflowId: string, more: Partial<RetrainInput> = {}) {
	const input: RetrainInput = {
		version: 1,
		connection: 'c',
		agentId,
		waitUntil: 'finished',
		ifActive: 'adopt',
		...more,
	};
	return start('retrainAndWait', workflowId, [{ input, frozen: { keyVersion: 'k1', settleMs: 50 } }]);
}

describe('the paths of retrain-and-wait', () => {
	it('finds its run after the answer was lost', async () => {
		const task = await retrain('answer-lost', 'ambiguous');
		expect(await task.result()).toMatchObject({ adopted: false, audit: { postAttempts: 1, ambiguous: true } });
		await recordHistory(client, 'ambiguous', 'retrain-and-wait.v1.ambiguous');
	});

	it('stops when it is cancelled', async () => {
		const task = await retrain('endless', 'cancelled');
		while (!service.watched.has('endless')) await new Promise((resolve) => setTimeout(resolve, 20));
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		await recordHistory(client, 'cancelled', 'retrain-and-wait.v1.cancelled');
	});

	it('stops when its time is over', async () => {
		const task = await retrain('endless', 'timed-out', { timeoutSeconds: 1 });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'timed_out' } });
		await recordHistory(client, 'timed-out', 'retrain-and-wait.v1.timed-out');
	});

	it('continues as new when its history is long', async () => {
		const task = await retrain('long', 'continued');
		expect(await task.result()).toMatchObject({ adopted: false, audit: { postAttempts: 1 } });
		const { runId } = await client.workflow.getHandle('continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(client, 'continued', 'retrain-and-wait.v1.continued', task.firstExecutionRunId);
		await recordHistory(client, 'continued', 'retrain-and-wait.v1.carried-on', runId);
	});
});

describe('the other workflows', () => {
	const wait = { callbackUrl: 'http://n8n.example/', deadline: null };

	it('wait for tasks and tell, or wait until the deadline', async () => {
		const ended = await start('waitForTasks', 'wait', [
			{ ...wait, waitId: 'wait/1', taskIds: ['short'], deliveryId: 'deliver/1' },
		]);
		await ended.result();
		expect((await ended.describe()).memo).toMatchObject({ ended: 'completed' });
		expect(await client.workflow.getHandle('deliver/1').result()).toEqual({ outcome: 'delivered', status: 200 });
		const late = await start('waitForTasks', 'late', [
			{ ...wait, waitId: 'wait/2', taskIds: ['endless'], deliveryId: 'deliver/2', deadline: Date.now() + 1_000 },
		]);
		await late.result();
		expect((await late.describe()).memo).toMatchObject({ ended: 'timed_out' });
		await recordHistory(client, 'wait', 'wait-for-tasks.ended');
		await recordHistory(client, 'late', 'wait-for-tasks.deadline');
		await recordHistory(client, 'deliver/1', 'deliver-callback.delivered');
	});

	it('look something up', async () => {
		const asked = await start('lookUp', 'look-up', ['c', { read: 'training-status', agentId: 'any' }]);
		expect(await asked.result()).toEqual({ outcome: 'readable' });
		await recordHistory(client, 'look-up', 'look-up.readable');
	});
});
