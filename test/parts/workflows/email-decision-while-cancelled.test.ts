import { setTimeout as pause } from 'node:timers/promises';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { TemporalReviewService } from '../../../worker/tasks/reviews';
import { TemporalTaskService } from '../../../worker/tasks';
import { Keyring, repeatAbortedUpdates } from '../../../worker/temporal';
import { sourceBundle } from '../../support/source-bundle';
import { searchAttributes } from '../../../workflows/task/visibility';
import type { DecisionAction } from '../../../workflows/email/contract';
import { ownQueues } from './own-queues';
import { apiQueue, INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { connectPatiently, connectWorkersPatiently } from '../../support/temporal/connect-patiently';
import { startTemporal, type TemporalServer } from '../../support/temporal/start-temporal';
import { ScriptedMail } from './scripted-mail';
import { mailInput, open } from './use-mail';

let temporal: TemporalServer;
let client: Client;
let native: NativeConnection;
let workflowBundle: Awaited<ReturnType<typeof sourceBundle>>;
let reviews: TemporalReviewService;
let tasks: TemporalTaskService;

beforeAll(async () => {
	[temporal, workflowBundle] = await Promise.all([startTemporal(), sourceBundle()]);
	const { address, namespace } = temporal;
	client = new Client({
		connection: await connectPatiently(address),
		namespace,
		interceptors: { workflow: [repeatAbortedUpdates] },
	});
	native = await connectWorkersPatiently(address);
	const keyring = new Keyring({ keys: [{ id: 'k1', secret: Buffer.alloc(32).toString('base64') }], current: 'k1' });
	tasks = new TemporalTaskService(client, { keyring, settleMs: 50 });
	reviews = new TemporalReviewService(client, tasks, { open: () => Promise.resolve(null) });
});
afterAll(async () => {
	await client.connection.close();
	await native.close();
	await temporal.stop();
});

/** Runs while workers are there. */
async function withWorkers<Result>(mail: ScriptedMail, work: () => Promise<Result>): Promise<Result> {
	const shared = { connection: native, namespace: temporal.namespace };
	const workers = await Promise.all([
		Worker.create({
			...shared,
			taskQueue: INTERNAL_QUEUE,
			workflowBundle,
			activities: { ...ownQueues, ...mail.internal },
		}),
		Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: mail.api }),
	]);
	const running = workers.map((worker) => worker.run());
	try {
		return await work();
	} finally {
		for (const worker of workers) worker.shutdown();
		await Promise.all(running);
	}
}

async function start(workflowId: string): Promise<WorkflowHandle> {
	const input = mailInput({ deadlineSeconds: 3600 });
	return client.workflow.start('emailSendWithReview', {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen: { keyVersion: 'k1', settleMs: 50 } }],
		typedSearchAttributes: [{ key: searchAttributes.task, value: 'email-send-with-review' }],
	});
}

const decision = (action: DecisionAction, hash: string) => ({
	id: action,
	action,
	hash,
	by: 'Lead',
	via: 'api' as const,
	note: null,
	resumeAutoReplies: false,
	...(action === 'edit' ? { draft: { to: ['bob@client.example'], cc: [], subject: 'S', content: 'C' } } : {}),
});

/** The outcome of a decision: the response to the reviewer, and what the task did. */
async function decidedWhileCancelled(action: DecisionAction, order: 'first' | 'second') {
	const mail = new ScriptedMail();
	mail.reports = ['settled'];
	const task = await start(`email-send-with-review/${action}-${order}`);
	const { question } = await withWorkers(mail, () => open(task));
	// With no worker there, both wait for the same workflow task.
	const decide = () => settled(reviews.decide(task.workflowId, decision(action, question.hash)));
	const deciding = order === 'first' ? decide() : null;
	// oxlint-disable-next-line test-time/no-timer -- Temporal shows no update that no worker has seen.
	if (deciding !== null) await pause(1_000);
	await task.cancel();
	const response = await withWorkers(mail, async () => {
		const answer = await (deciding ?? decide());
		await settled(task.result());
		return answer;
	});
	const after = await withWorkers(mail, () => reviews.read(task.workflowId));
	return { response, mail, after, status: (await tasks.get(task.workflowId)).status };
}

async function settled<Value>(promise: Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
	try {
		return { value: await promise };
	} catch (error) {
		return { error };
	}
}

describe.each(['first', 'second'] as const)('a reviewer who decides %s in the moment of a cancellation', (order) => {
	it('learns that the mail was approved if it is sent, and otherwise that the task was cancelled', async () => {
		const { response, mail } = await decidedWhileCancelled('approve', order);
		const isApproved = 'value' in response;
		expect(mail.sentTo).toEqual(isApproved ? ['ada@client.example'] : []);
		expect(isApproved ? 'approved' : String(response.error)).toMatch(/^approved$|The task was cancelled/);
	});

	it('learns that an edit came too late', async () => {
		const { response, mail } = await decidedWhileCancelled('edit', order);
		expect(response).toMatchObject({
			error: { status: 409, type: 'no_open_question', detail: expect.stringContaining('cancelled') as string },
		});
		expect(mail.replies).toBe(0);
	});
});
