import { setTimeout as pause } from 'node:timers/promises';
import { temporal } from '@temporalio/proto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import pino from 'pino';
import { z } from 'zod';
import { emailInputSchema } from '../../worker/tasks/schemas/email-send-with-review';
import { installRuntime } from '../../worker/temporal';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import type { DecisionAction, DecisionAnswer, DecisionRequest, ReviewView } from '../../workflows/email/contract';
import { searchAttributes } from '../../workflows/task/search-attributes';
import { apiQueue, INTERNAL_QUEUE } from '../../workflows/task-queues';
import { timeSkippingServer } from '../integration/temporal/platform/find-server';
import { recordHistory } from '../replay/record-history';
import { ScriptedMail } from './scripted-mail';

const DAY_SECONDS = 24 * 3600;
const IN_DOUBT = 'email-send-with-review.v1.refused-in-doubt';

installRuntime({ log: pino({ level: 'silent' }) });

let bundle: Awaited<ReturnType<typeof bundleWorkflows>>;
let mail: ScriptedMail;
let environment: TestWorkflowEnvironment;
let workers: Worker[];
let running: Array<Promise<void>>;

beforeAll(async () => {
	bundle = await bundleWorkflows();
});

// A server for each test: one whose child ended after its parent skips no more time.
beforeEach(async () => {
	mail = new ScriptedMail();
	environment = await startEnvironment();
	const keyword = temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
	await environment.connection.operatorService.addSearchAttributes({
		namespace: 'default',
		searchAttributes: Object.fromEntries(Object.values(searchAttributes).map(({ name }) => [name, keyword])),
	});
	const shared = { connection: environment.nativeConnection, namespace: environment.namespace ?? 'default' };
	workers = await Promise.all([
		Worker.create({
			...shared,
			taskQueue: INTERNAL_QUEUE,
			workflowBundle: bundle,
			activities: { ...mail.internal },
		}),
		Worker.create({ ...shared, taskQueue: apiQueue('c'), activities: { ...mail.api } }),
	]);
	running = workers.map((worker) => worker.run());
});
afterEach(async () => {
	for (const worker of workers) worker.shutdown();
	await Promise.all(running);
	await environment.teardown();
});

/** The SDK gives the server 5 s to start, which a busy machine may exceed. */
async function startEnvironment(tries = 4): Promise<TestWorkflowEnvironment> {
	const path = await timeSkippingServer();
	try {
		return await TestWorkflowEnvironment.createTimeSkipping(
			path === null ? {} : { server: { executable: { type: 'existing-path', path } } },
		);
	} catch (error) {
		if (tries === 1) throw error;
		return startEnvironment(tries - 1);
	}
}

async function start(workflowId: string, more: object = {}) {
	const input = emailInputSchema.parse({
		connection: 'c',
		agentId: 'a',
		to: ['ada@client.example'],
		subject: 'Your order',
		content: 'It is on its way.',
		reviewers: ['lead@team.example'],
		deadlineSeconds: 14 * DAY_SECONDS,
		...more,
	});
	return environment.client.workflow.start('emailSendWithReview', {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen: { keyVersion: 'k1', settleMs: 60_000 } }],
	});
}

type Task = Awaited<ReturnType<typeof start>>;

async function open(task: Task, number = 1) {
	for (;;) {
		const { question, draft } = await task.query<ReviewView>('review');
		if (question !== null && question.number >= number) return { question, draft };
		await pause(50);
	}
}

async function decide(task: Task, action: DecisionAction, hash: string, more: Partial<DecisionRequest> = {}) {
	const request = {
		id: `${action} ${hash}`,
		action,
		hash,
		by: 'Lead',
		via: 'api',
		note: null,
		resumeAutoReplies: false,
	};
	return task.executeUpdate<DecisionAnswer, [object]>('decide', { args: [{ ...request, ...more }] });
}

const mailsOf = (taskId: string) => mail.mails.filter((each) => each.taskId === taskId);
const remindersOf = (taskId: string) => mailsOf(taskId).map(({ reminder }) => reminder);
const eventsOf = (taskId: string) => mail.events.filter(({ task }) => task.id === taskId).map(({ type }) => type);

describe('a review of fourteen days', () => {
	it('reminds every three days, and sends what was approved on the thirteenth', async () => {
		mail.reports = ['settled'];
		const task = await start('fourteen-days', { remindAfterSeconds: 3 * DAY_SECONDS });
		const { question } = await open(task);
		await environment.sleep('13 days');
		expect(remindersOf('fourteen-days')).toEqual([0, 1, 2, 3, 4]);
		expect(mail.replies).toBe(0);
		await decide(task, 'approve', question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'sent', outcomes: [{ address: 'ada@client.example' }] });
		expect(mail.sentTo).toEqual(['ada@client.example']);
		while (!eventsOf('fourteen-days').includes('task.completed')) await pause(50);
		const asked = Array<string>(5).fill('review.requested');
		expect(eventsOf('fourteen-days')).toEqual([...asked, 'email.outcome', 'task.completed']);
		await recordHistory(environment.client, 'fourteen-days', 'email-send-with-review.v1.fourteen-days');
		const { events } = await environment.client.workflow.getHandle('fourteen-days').fetchHistory();
		expect(events?.length).toBeLessThan(200);
	});

	it('expires when nobody decides, and sends nothing', async () => {
		const task = await start('expired');
		expect(await task.result()).toMatchObject({ outcome: 'expired', approved: null, decisions: [] });
		expect([mail.replies, remindersOf('expired')]).toEqual([0, [0]]);
		await recordHistory(environment.client, 'expired', 'email-send-with-review.v1.expired');
	});

	it('does not grow longer by an edit; the edit is asked about, and can be rejected', async () => {
		const task = await start('edited', { prompt: 'Write to Ada.', content: undefined });
		const first = await open(task);
		expect(first.draft?.content).toBe('A text of the agent.');
		const draft = { to: ['bob@client.example'], cc: [], subject: 'Other', content: 'Other.' };
		const edited = await decide(task, 'edit', first.question.hash, { draft });
		expect(edited.next).toMatchObject({ number: 2, expiresAt: first.question.expiresAt });
		expect(await decide(task, 'edit', first.question.hash, { draft, id: 'again' })).toEqual(edited);
		await expect(decide(task, 'approve', first.question.hash)).rejects.toMatchObject({
			cause: { type: 'stale_hash' },
		});
		const { question } = await open(task, 2);
		await decide(task, 'reject', question.hash);
		expect(await task.result()).toMatchObject({
			outcome: 'rejected',
			decisions: [{ action: 'edit' }, { action: 'reject' }],
		});
		expect(mailsOf('edited').map(({ question: number }) => number)).toEqual([1, 2]);
		await recordHistory(environment.client, 'edited', 'email-send-with-review.v1.edited');
	});

	it('is over at once when it is cancelled, and sends nothing', async () => {
		const task = await start('cancelled');
		await open(task);
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
		expect(mail.replies).toBe(0);
	});
});

describe('answers that are lost', () => {
	it('are tried six times in fifteen minutes, then a person is asked, who has it tried again', async () => {
		mail.loseReplies = 6;
		mail.reports = ['settled'];
		const task = await start('uncertain');
		const { question } = await open(task);
		await decide(task, 'approve', question.hash);
		await environment.sleep('14 minutes');
		expect(mail.replies).toBe(5);
		await environment.sleep('2 minutes');
		const asked = await open(task, 2);
		expect(mail.replies).toBe(6);
		expect(asked.question.kind).toBe('uncertain');
		await decide(task, 'retry_same_key', asked.question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'sent', audit: { sendRounds: 2, uncertain: true } });
		expect(mail.replies).toBe(7);
		await recordHistory(environment.client, 'uncertain', 'email-send-with-review.v1.uncertain');
	});

	it('stay unknown when nobody settles them in time', async () => {
		mail.loseReplies = 6;
		const task = await start('unknown', { remindAfterSeconds: 10 * DAY_SECONDS });
		const { question } = await open(task);
		await decide(task, 'approve', question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'unknown', deliveryId: null });
		expect(remindersOf('unknown')).toEqual([0, 0, 1]);
	});

	it.each([
		['confirm_sent', 'confirmed_sent'],
		['abandon', 'abandoned'],
	] as const)('are settled by %s', async (action, outcome) => {
		mail.reports = ['uncertain'];
		const task = await start(outcome, { resumeAutoReplies: true });
		const { question } = await open(task);
		await decide(task, 'approve', question.hash);
		const asked = await open(task, 2);
		await decide(task, action, asked.question.hash);
		expect(await task.result()).toMatchObject({ outcome, autoReplies: { asked: true, resumed: true } });
		expect(mail.replies).toBe(1);
	});
});

describe('a refusal', () => {
	const KEY_REVOKED = Array<401>(5).fill(401);

	async function approve(name: string) {
		const task = await start(name);
		const { question } = await open(task);
		await decide(task, 'approve', question.hash);
		return task;
	}

	it('of the very first try says that nothing was sent', async () => {
		mail.refuseReplies = [403];
		const task = await approve('refused');
		await expect(task.result()).rejects.toMatchObject({
			cause: { message: expect.stringContaining('Nothing was sent. The service says 403.') as string },
		});
		expect(mail.looks).toBe(0);
	});

	it.each([
		['does not show the mail', false],
		['is refused too', true],
	])(
		'after a lost answer and a key that was replaced is for a person to settle when the look %s',
		async (_, refused) => {
			mail.loseReplies = 1;
			mail.refuseReplies = [...KEY_REVOKED, 403];
			mail.refuseLooks = refused;
			const task = await approve('refused-in-doubt');
			await environment.sleep('16 minutes');
			const { question } = await open(task, 2);
			expect(question).toMatchObject({ kind: 'uncertain', reason: expect.stringContaining('says 403') as string });
			expect([mail.replies, mail.looks]).toEqual([7, 2]);
			await decide(task, 'abandon', question.hash);
			expect(await task.result()).toMatchObject({ outcome: 'abandoned', audit: { uncertain: true } });
			if (!refused) await recordHistory(environment.client, 'refused-in-doubt', IN_DOUBT);
		},
	);

	it('of the key after a lost answer leads to a look, and nothing is sent again when that shows the mail', async () => {
		mail.loseReplies = 1;
		mail.refuseReplies = KEY_REVOKED;
		mail.found = 'edlv_1';
		mail.reports = ['settled'];
		const task = await approve('key-replaced');
		expect(await task.result()).toMatchObject({ outcome: 'sent', deliveryId: 'edlv_1' });
		expect([mail.replies, mail.looks]).toEqual([6, 1]);
	});

	it('in a later round does not end the task: an earlier one may have come through', async () => {
		mail.loseReplies = 6;
		mail.refuseReplies = [403];
		const task = await approve('refused-later');
		await environment.sleep('16 minutes');
		const { question } = await open(task, 2);
		await decide(task, 'retry_same_key', question.hash);
		const asked = await open(task, 3);
		expect(asked.question).toMatchObject({ kind: 'uncertain', reason: expect.stringContaining('says 403') as string });
		await decide(task, 'abandon', asked.question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'abandoned', audit: { sendRounds: 2 } });
	});
});

describe('a delivery', () => {
	it('is followed for as long as the input says', async () => {
		mail.reports = ['progress', 'time-over'];
		const task = await start('not-followed');
		const { question } = await open(task);
		await decide(task, 'approve', question.hash);
		expect(await task.result()).toMatchObject({ outcome: 'not_followed', deliveryId: 'edlv_1' });
	});
});

describe('a subscriber that is away', () => {
	const event = {
		id: 'evt-1',
		type: 'task.completed',
		at: '2026-11-21T00:00:00.000Z',
		task: { id: 't', type: 'retrain-and-wait', connection: 'c', agentId: 'a' },
		data: { status: 'completed' },
	};
	const memo = z.looseObject({ result: z.looseObject({ outcome: z.string() }) });

	it('is told for days, until it answers', async () => {
		mail.subscribers = ['subscription/1'];
		mail.failDeliveries = 30;
		const { workflow } = environment.client;
		await workflow.execute('publishEvent', { workflowId: 'event/evt-1', taskQueue: INTERNAL_QUEUE, args: [event] });
		const delivery = workflow.getHandle('deliver/evt-1/subscription/1');
		expect(await delivery.result()).toEqual({ outcome: 'delivered', status: 200 });
		expect(memo.parse((await delivery.describe()).memo).result.outcome).toBe('delivered');
		await recordHistory(environment.client, 'event/evt-1', 'publish-event.told');
		await recordHistory(environment.client, 'deliver/evt-1/subscription/1', 'deliver-event.delivered');
	});

	it('is told once more of the same event, in a delivery of its own', async () => {
		const { workflow } = environment.client;
		const resending = { event, subscriptionIds: ['subscription/1', 'subscription/2'] };
		await workflow.execute('resendEvents', {
			workflowId: 'resend/evt-1',
			taskQueue: INTERNAL_QUEUE,
			args: [[resending], 'key'],
		});
		for (const id of resending.subscriptionIds)
			expect(await workflow.getHandle(`deliver/evt-1/${id}/again/key`).result()).toMatchObject({
				outcome: 'delivered',
			});
		await recordHistory(environment.client, 'resend/evt-1', 'resend-events.told');
	});

	it('is given up after three days', async () => {
		mail.failDeliveries = Infinity;
		const args = [{ subscriptionId: 'subscription/1', event }];
		const delivery = await environment.client.workflow.start('deliverEvent', {
			workflowId: 'deliver/given-up',
			taskQueue: INTERNAL_QUEUE,
			args,
		});
		await expect(delivery.result()).rejects.toThrow();
		const { startTime, closeTime } = await delivery.describe();
		const days = (Number(closeTime) - Number(startTime)) / (DAY_SECONDS * 1000);
		expect(Math.round(days)).toBe(3);
	});
});
