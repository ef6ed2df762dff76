import { ahead } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import type { RetrainInput } from '../../../workflows/retrain/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const service = new ScriptedService();
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: { ...service.internal },
	connections: { c: { ...service.api } },
});

function start(workflow: string, workflowId: string, args: unknown[]) {
	return workers.client.workflow.start(workflow, { workflowId, taskQueue: INTERNAL_QUEUE, args });
}

function retrain(agentId: string, workflowId: string, more: Partial<RetrainInput> = {}) {
	const input: RetrainInput = {
		version: 1,
		connection: 'c',
		agentId,
		waitUntil: 'finished',
		ifActive: 'adopt',
		ifUncertain: 'repeat',
		sourceChanges: 'none',
		...more,
	};
	return start('retrainAndWait', workflowId, [{ input, frozen }]);
}

describe('the paths of retrain-and-wait', () => {
	it('finds its run after the response was lost', async () => {
		const task = await retrain('answer-lost', 'ambiguous');
		expect(await task.result()).toMatchObject({ adopted: false, audit: { postAttempts: 1, ambiguous: true } });
		await recordHistory(workers.client, 'ambiguous', 'retrain-and-wait.v1.ambiguous');
	});

	it('stops when it is cancelled', async () => {
		const task = await retrain('endless', 'cancelled');
		await eventually(() => service.watched.has('endless'), Boolean, 'the run is watched once it was requested');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		await recordHistory(workers.client, 'cancelled', 'retrain-and-wait.v1.cancelled');
	});

	it('stops at its timeout', async () => {
		const task = await retrain('endless', 'timed-out', { timeoutSeconds: 1 });
		await expect(task.result()).rejects.toMatchObject({ cause: { type: 'timed_out' } });
		await recordHistory(workers.client, 'timed-out', 'retrain-and-wait.v1.timed-out');
	});

	it('continues as new when its history is long', async () => {
		const task = await retrain('long', 'continued');
		expect(await task.result()).toMatchObject({ adopted: false, audit: { postAttempts: 1 } });
		const { runId } = await workers.client.workflow.getHandle('continued').describe();
		expect(runId).not.toBe(task.firstExecutionRunId);
		await recordHistory(workers.client, 'continued', 'retrain-and-wait.v1.continued', task.firstExecutionRunId);
		await recordHistory(workers.client, 'continued', 'retrain-and-wait.v1.carried-on', runId);
	});
});

describe('retrain-and-wait on a service that shows no run once it has ended', () => {
	const requestsFor = (agentId: string) => service.requests.filter((each) => each === agentId).length;

	it('is finished when a run that was seen is no longer shown', async () => {
		const task = await retrain('dropped', 'dropped');
		expect(await task.result()).toMatchObject({
			outcome: 'finished',
			endSeen: false,
			run: { id: 'run_1', pagesCompleted: 3 },
			audit: { assumed: expect.stringContaining('no longer shows it') as string },
		});
		await recordHistory(workers.client, 'dropped', 'retrain-and-wait.v1.run-dropped');
	});

	it('is finished when an accepted request never shows a run', async () => {
		const task = await retrain('never-shown', 'never-shown', { waitUntil: 'canChat' });
		expect(await task.result()).toMatchObject({ outcome: 'can_chat', endSeen: false, run: null });
		expect(requestsFor('never-shown')).toBe(1);
	});

	it('concludes from a newer time that the run took place, after a lost response', async () => {
		const task = await retrain('lost-trained', 'lost-trained');
		expect(await task.result()).toMatchObject({
			outcome: 'finished',
			endSeen: false,
			adopted: false,
			audit: {
				postAttempts: 1,
				ambiguous: true,
				before: { runId: null, canChat: true, times: { 'agent.trainedAt': '2026-01-01T00:00:00Z' } },
				assumed: expect.stringContaining('agent.trainedAt') as string,
			},
		});
		expect(requestsFor('lost-trained')).toBe(1);
		await recordHistory(workers.client, 'lost-trained', 'retrain-and-wait.v1.lost-trained');
	});

	it('asks a person if told so, with what it saw, when the outcome stays unknown', async () => {
		const task = await retrain('lost-unseen', 'lost-unseen', { ifUncertain: 'ask' });
		await expect(task.result()).rejects.toMatchObject({
			cause: {
				type: 'needs_person',
				details: [
					{
						audit: {
							postAttempts: 1,
							ambiguous: true,
							before: { runId: null, canChat: true, training: false, times: {} },
							looks: [
								{ runId: null, canChat: true, training: false },
								{ runId: null, canChat: true, training: false },
							],
						},
					},
				],
			},
		});
		expect(requestsFor('lost-unseen')).toBe(1);
		await recordHistory(workers.client, 'lost-unseen', 'retrain-and-wait.v1.lost-unseen');
	});
});

describe('the other workflows', () => {
	const wait = { callbackUrl: 'http://n8n.example/', deadline: null };

	it('wait for tasks and call back, or wait until the deadline', async () => {
		const ended = await start('waitForTasks', 'wait', [
			{ ...wait, waitId: 'wait/1', taskIds: ['short'], deliveryId: 'deliver/1' },
		]);
		await ended.result();
		expect((await ended.describe()).memo).toMatchObject({ ended: 'completed' });
		expect(await workers.client.workflow.getHandle('deliver/1').result()).toEqual({
			outcome: 'delivered',
			status: 200,
		});
		const late = await start('waitForTasks', 'late', [
			{ ...wait, waitId: 'wait/2', taskIds: ['endless'], deliveryId: 'deliver/2', deadline: ahead(1_000).getTime() },
		]);
		await late.result();
		expect((await late.describe()).memo).toMatchObject({ ended: 'timed_out' });
		await recordHistory(workers.client, 'wait', 'wait-for-tasks.ended');
		await recordHistory(workers.client, 'late', 'wait-for-tasks.deadline');
		await recordHistory(workers.client, 'deliver/1', 'deliver-callback.delivered');
	});

	it('look something up', async () => {
		const asked = await start('lookUp', 'look-up', ['c', { read: 'training-status', agentId: 'any' }]);
		expect(await asked.result()).toEqual({ outcome: 'readable' });
		await recordHistory(workers.client, 'look-up', 'look-up.readable');
	});
});
