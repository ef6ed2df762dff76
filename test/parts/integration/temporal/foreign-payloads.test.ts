import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow';
import { temporal } from '@temporalio/proto';
import { eventually, isThere } from '../../../support/time/eventually';
import { Keyring } from '../../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { Platform, retrainTask } from '../../../support/temporal/start-platform';
import { clientOf } from '../../../support/temporal/connect-patiently';

const { EventType } = temporal.api.enums.v1;
let platform: Platform;

beforeAll(async () => {
	platform = await Platform.start();
	await platform.admin.setSettings({ clockFactor: 1000 });
});
afterAll(() => platform.stop());

async function eventsOf(workflowId: string) {
	const { events } = await platform.client.workflow.getHandle(workflowId).fetchHistory();
	return events ?? [];
}

/** Starts a workflow as anybody can who may write to Temporal: with payloads of their own choice. */
async function startRaw(workflowId: string, input: temporal.api.common.v1.IPayloads, type: string): Promise<void> {
	const { workflowService, options } = platform.client;
	await workflowService.startWorkflowExecution({
		namespace: options.namespace,
		workflowId,
		requestId: randomUUID(),
		identity: 'somebody',
		workflowType: { name: type },
		taskQueue: { name: INTERNAL_QUEUE },
		input,
	});
}

/** The words with which a worker refused the workflow's first task, decrypted; no activity was begun. */
async function refusalOf(workflowId: string): Promise<string> {
	return eventually(
		async () => {
			const events = await eventsOf(workflowId);
			expect(events.some(({ eventType }) => eventType === EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)).toBe(false);
			const failed = events.find(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes);
			const { failure } = failed?.workflowTaskFailedEventAttributes ?? {};
			const converter = platform.client.options.loadedDataConverter;
			return (await decodeOptionalFailureToOptionalError(converter, failure))?.message ?? null;
		},
		isThere,
		`A refusal of ${workflowId}`,
	);
}

it('the encrypted input of one task starts no other workflow', async () => {
	const { id } = await platform.retrain('the right one');
	await platform.ended(id);
	const [first] = await eventsOf(id);
	const { input, workflowType } = first?.workflowExecutionStartedEventAttributes ?? {};
	const asked = await platform.retrainsOf('agent_support');
	await startRaw('retrain-and-wait/moved', input ?? {}, workflowType?.name ?? '');
	expect(await refusalOf('retrain-and-wait/moved')).toContain('was encrypted for the workflow');
	expect(await platform.retrainsOf('agent_support')).toBe(asked);
	await expect(platform.tasks.get('retrain-and-wait/moved')).rejects.toThrow();
	await platform.client.workflow.getHandle('retrain-and-wait/moved').terminate();
	// Under its own id it is read, as after a reset.
	await startRaw(id, input ?? {}, workflowType?.name ?? '');
	await platform.client.workflow.getHandle(id).result();
});

it('what is not encrypted starts nothing and is not read, unless the setting says so', async () => {
	const { address, namespace } = platform.temporal;
	const { connection } = platform.client;
	const plain = new Client({ connection, namespace });
	const args = [{ input: retrainTask('plain').input, frozen: { keyVersion: 'k1', settleMs: 100 } }];
	const workflowId = 'retrain-and-wait/plain';
	const memo = { note: 'by hand' };
	const handle = await plain.workflow.start('retrainAndWait', { workflowId, taskQueue: INTERNAL_QUEUE, args, memo });
	expect(await refusalOf(workflowId)).toContain('encryption.acceptPlain');
	await expect(platform.client.workflow.getHandle(workflowId).describe()).rejects.toThrow('encryption.acceptPlain');
	const keys = [{ id: 'k1', secret: platform.secret }];
	const migrating = await clientOf({ address, namespace }, new Keyring({ keys, current: 'k1', acceptPlain: true }));
	expect(await migrating.workflow.getHandle(workflowId).describe()).toMatchObject({ memo });
	await migrating.connection.close();
	await handle.terminate();
});

it("somebody else's schedule in the namespace, whose memo is not encrypted, does not keep ours from being listed", async () => {
	const { connection } = platform.client;
	const theirs = new Client({ connection, namespace: platform.temporal.namespace });
	const handle = await theirs.schedule.create({
		scheduleId: 'theirs',
		spec: { intervals: [{ every: '1d' }] },
		memo: { note: 'theirs' },
		action: { type: 'startWorkflow', workflowType: 'theirs', taskQueue: 'theirs' },
	});
	const listed = await eventually(
		async () => {
			const ids: string[] = [];
			for await (const { scheduleId } of platform.client.schedule.list()) ids.push(scheduleId);
			return ids.length > 0 ? ids : null;
		},
		isThere,
		'Their schedule',
	);
	expect(listed).toEqual(['theirs']);
	await handle.delete();
});
