import { randomBytes } from 'node:crypto';
import { temporal } from '@temporalio/proto';
import { eventually } from '../../support/time/eventually';
import { findKeyFaults, Keyring } from '../../../worker/temporal';
import { ask, idOf, linkOf, retrain, taskIdAt } from '../../support/gateway/ask';
import type { Mailboxes } from '../../support/gateway/mailboxes';
import type { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { Site } from '../../support/site/start-site';

const REPLIES = '/agents/agent_support/email/replies';
const { RESET_REAPPLY_TYPE_ALL_ELIGIBLE } = temporal.api.enums.v1.ResetReapplyType;

let site: Site;
let mail: Mailboxes;
let reviews: Reviews;

beforeAll(async () => {
	site = await Site.start();
	({ mail, reviews } = await reviewsOn(site));
});

afterAll(() => site.stop());

const posts = async () => (await site.admin.requests({ method: 'POST', path: REPLIES })).length;
const newKey = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });

/** A newer key in front, which all processes have from their next start on. */
async function rotate(id: string, keep = true): Promise<void> {
	const key = newKey(id);
	const keys = keep ? [key, ...site.encryption.keys] : [key];
	await site.change({ encryption: { keys, current: id } });
	await site.restart();
}

test('a mail whose answer was lost is sent with the key of its task, though the current key was changed and the worker restarted', async () => {
	const before = await posts();
	const { link, question } = await reviews.asking('rotated', { to: ['ada@client.example'] });
	await site.admin.addFault('POST', '/agents/{id}/email/replies', { kind: 'lost-after' });
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
	await eventually(posts, (seen) => seen > before, 'the first post');
	await rotate('second');
	const { status, result } = await reviews.ended(link);
	expect(status).toBe('completed');
	expect(result).toMatchObject({ outcome: 'sent', audit: { sendRounds: 1, uncertain: false } });
	// The service takes the same key for the same mail: two requests, one mail.
	expect((await posts()) - before).toBe(2);
	expect(await mail.received('ada@client.example')).toHaveLength(1);
});

test("a caller's key finds its task after the current key was changed, and another input with it is still refused", async () => {
	const first = await ask(site, retrain("the caller's", { agentId: 'agent_sales' }));
	await rotate('third');
	const again = await ask(site, retrain("the caller's", { agentId: 'agent_sales' }));
	expect([again.status, idOf(again)]).toEqual([202, idOf(first)]);
	const other = await ask(site, retrain("the caller's", { agentId: 'agent_sales', waitUntil: 'canChat' }));
	expect(other).toMatchObject({ status: 409, body: { type: 'idempotency_key_reused' } });
	await reviews.ended(linkOf(first));
});

test('a task that is reset to before its mail sends it with the same key: the address gets one', async () => {
	const { link, question } = await reviews.asking('reset', { to: ['bob@client.example'] });
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
	expect((await reviews.ended(link)).result).toMatchObject({ outcome: 'sent' });
	const before = await posts();
	const workflowId = taskIdAt(link);
	await site.withClient(async (client) => {
		const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
		const sent = (events ?? []).findIndex(
			({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'queueReply',
		);
		const turn = (events ?? []).slice(0, sent).findLast(({ workflowTaskCompletedEventAttributes: done }) => done);
		await client.workflowService.resetWorkflowExecution({
			namespace: client.options.namespace,
			workflowExecution: { workflowId },
			reason: 'a test',
			requestId: 'reset',
			workflowTaskFinishEventId: turn?.eventId,
			resetReapplyType: RESET_REAPPLY_TYPE_ALL_ELIGIBLE,
		});
	});
	const { status, result } = await reviews.ended(link);
	expect(status).toBe('completed');
	expect(result).toMatchObject({ outcome: 'sent' });
	expect((await posts()) - before).toBe(1);
	expect(await mail.received('bob@client.example')).toHaveLength(1);
});

test('a key that is taken away under an open task is named by the log and the gateway; with it the task goes on', async () => {
	const { link, question } = await reviews.asking('held', { to: ['cy@client.example'] });
	const kept = site.encryption;
	await rotate('fourth', false);
	await eventually(
		() => site.logged,
		(seen) => /The encryption key \\"third\\" is not in/.test(seen),
		'the log',
	);
	expect(await ask(site, { path: link })).toMatchObject({
		status: 503,
		body: { type: 'encryption_key_missing', detail: expect.stringContaining('"third"') as string },
	});
	const { faults } = await site.withClient((client) => findKeyFaults(client, new Keyring(site.encryption)));
	const gone = faults.find(({ keyId }) => keyId === 'third');
	expect(gone).toMatchObject({ kind: 'missing', examples: expect.arrayContaining([taskIdAt(link)]) as string[] });
	// The task, and the event of its question where that had not been told yet.
	expect([1, 2]).toContain(gone?.running);
	// The incident of the lost answer may not have ended yet. It holds the key with which it began.
	const others = faults.filter((fault) => fault !== gone).flatMap(({ examples }) => examples);
	expect(others.filter((id) => id !== 'incident/connection/main')).toEqual([]);
	await site.change({ encryption: { keys: [...site.encryption.keys, ...kept.keys], current: 'fourth' } });
	await site.restart();
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
	expect((await reviews.ended(link)).result).toMatchObject({ outcome: 'sent' });
	expect(await mail.received('cy@client.example')).toHaveLength(1);
});
