import { randomBytes } from 'node:crypto';
import { ago, ahead, now } from '../../test/support/time/moments';
import type { EmailResult } from '../../workflows/email/contract';
import type { MailView } from '../../workflows/email/review-contract';
import type { TaskView } from '../tasks';
import { sealReviewToken } from '../tasks/reviews/review-links';
import { mail } from '../tasks/subjects';
import { Keyring } from '../temporal';
import { inMemoryTasks } from './testing/in-memory-tasks';
import { useTestGateway } from './testing/test-gateway';

const keyring = new Keyring({
	keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }],
	current: 'first',
});
const { serve } = useTestGateway({ keyring });
const HOUR_MS = 3_600_000;
const ID = 'email-send-with-review~a';
const DECIDED_AT = ago(5_000).toISOString();
const approved: MailView['decisions'][number] = {
	id: 'd1',
	action: 'approve',
	by: 'lead@team.example',
	via: 'page',
	at: DECIDED_AT,
	question: 1,
	hash: 'the-hash',
	note: null,
};
const draft = {
	to: ['ada@client.example'],
	cc: ['bo@client.example'],
	subject: 'Your <late> order',
	content: 'Secret',
};
const view: MailView = {
	connection: 'main',
	agentId: 'agent_support',
	sessionId: 'email:1',
	sender: null,
	draft,
	question: null,
	decisions: [approved],
	asked: {},
	reviewers: [],
	origin: null,
	resumeAutoReplies: false,
	keyVersion: 'first',
};
const running: TaskView = {
	id: ID,
	type: 'email-send-with-review',
	connection: 'main',
	agentId: 'agent_support',
	status: 'running',
	stage: 'following',
	startedAt: DECIDED_AT,
	closedAt: null,
	result: null,
	error: null,
	progress: { message: '1 of 2 addresses have an outcome.', at: now().toISOString() },
};
const result: EmailResult = {
	version: 1,
	agentId: 'agent_support',
	outcome: 'sent',
	sessionId: 'email:1',
	deliveryId: 'dlv_1',
	approved: null,
	detail: null,
	decisions: [approved],
	outcomes: [
		{ address: 'ada@client.example', status: 'delivered', occurredAt: '2026-11-21T10:00:00Z', reason: null },
		{ address: 'bo@client.example', status: 'delivered', occurredAt: null, reason: null },
	],
	autoReplies: { asked: false, resumed: false, detail: null },
	audit: { sendRounds: 1, uncertain: false },
};
const ended = (change: Partial<EmailResult>): TaskView => ({
	...running,
	status: 'completed',
	stage: 'completed',
	result: { ...result, ...change },
});
const bounced = { address: 'bo@client.example', status: 'bounced', occurredAt: null, reason: 'No such <mailbox>.' };

async function pageOf(task: TaskView, { change = {}, expiresAt = ahead(HOUR_MS).getTime() } = {}): Promise<string> {
	const link = { taskId: ID, question: 1, reviewer: null, expiresAt, keyVersion: 'first' };
	const reviews = {
		read: () => Promise.resolve({ subject: mail, view: { ...view, ...change } }),
		execution: () => Promise.resolve(null),
		decide: () => Promise.reject(new Error('not asked')),
	};
	const tasks = { ...inMemoryTasks(), get: () => Promise.resolve(task) };
	const { ask } = serve({ reviews, tasks });
	const { status, text } = await ask({ url: `/review/${sealReviewToken(keyring, link)}`, token: null });
	expect(status).toBe(410);
	expect(text).not.toContain('Secret');
	return text;
}
const looksAgain = (text: string) => /<meta http-equiv="refresh" content="(\d+)"/.exec(text)?.[1] ?? null;

it('names the mail and says that it is on its way, and looks again by script or without', async () => {
	const text = await pageOf(running);
	expect(text).toContain('The mail is on its way.');
	expect(text).toContain('1 of 2 addresses have an outcome.');
	expect(text).toContain('Your &lt;late&gt; order');
	expect(text).toContain('ada@client.example');
	expect(text).toContain('bo@client.example');
	expect([looksAgain(text), text.includes('data-refresh-seconds="3"')]).toEqual(['3', true]);
	expect(text).toMatch(/<noscript>\s*<meta http-equiv="refresh"/);
	expect(text).toContain('Refresh now');
});

it.each<[string, TaskView, string, string]>([
	['handed over', { ...running, stage: 'sending', progress: null }, 'hands the mail over to the service', ''],
	['delivered', ended({}), 'The mail was delivered to every address.', 'good'],
	[
		'bounced',
		ended({ outcomes: [bounced] }),
		'The email was sent, but did not reach bo@client.example (bounced).',
		'bad',
	],
	['uncertain', { ...running, stage: 'uncertain' }, 'It is unknown whether the mail was sent.', ''],
	['rejected', ended({ outcome: 'rejected', outcomes: [] }), 'rejected the email. It was not sent.', ''],
	['not followed', ended({ outcome: 'not_followed', detail: 'The time has passed.' }), 'The time has passed.', 'bad'],
	[
		'failed',
		{
			...running,
			status: 'failed',
			stage: 'failed',
			error: { type: 'x', title: 'The mailbox is gone', status: 404, detail: 'Nothing was sent.', issues: [] },
		},
		'The mailbox is gone: Nothing was sent.',
		'bad',
	],
])('says that the mail is %s', async (_what, task, message, kind) => {
	const text = await pageOf(task);
	expect(text).toContain(message);
	expect(text).toContain(`class="note ${kind}"`);
	expect(looksAgain(text) === null).toBe(task.status !== 'running');
});

it('shows what came of each address, in the words of the service', async () => {
	const text = await pageOf(ended({ outcomes: [result.outcomes[0] ?? bounced, bounced] }));
	expect(text).toMatch(/ada@client\.example: <strong>delivered<\/strong>/);
	expect(text).toContain('<time datetime="2026-11-21T10:00:00.000Z">Sat, 21 Nov 2026, 10:00 UTC</time>');
	expect(text).toMatch(/bo@client\.example: <strong>bounced<\/strong>\s*\. No such &lt;mailbox&gt;\./);
});

it('does not repeat progress from before the decision', async () => {
	const progress = { message: 'Waiting until tomorrow.', at: ago(HOUR_MS).toISOString() };
	expect(await pageOf({ ...running, stage: 'sending', progress })).not.toContain('Waiting until tomorrow.');
});

it('looks again less often as time passes', async () => {
	const pauses = [];
	for (const seconds of [60, 600, 7200]) {
		const at = ago(seconds * 1000).toISOString();
		pauses.push(looksAgain(await pageOf(running, { change: { decisions: [{ ...approved, at }] } })));
	}
	expect(pauses).toEqual(['3', '30', '300']);
});

it('names the mail no more once the link has expired and a day has passed', async () => {
	const expiresAt = ago(1).getTime();
	expect(await pageOf(running, { expiresAt })).toContain('Your &lt;late&gt; order');
	const decisions = [{ ...approved, at: ago(25 * HOUR_MS).toISOString() }];
	const text = await pageOf(ended({ outcomes: [bounced] }), { expiresAt, change: { decisions } });
	expect(text).toContain('This version was approved');
	expect(text).not.toContain('Your &lt;late&gt; order');
	expect(text).not.toContain('client.example');
});

it.each([
	[{ decisions: [] }, 'This review is closed'],
	[{ decisions: [], cancelled: 'Nothing was sent.' }, 'The task was cancelled'],
])('says why nothing was decided: %o', async (change, title) => {
	const text = await pageOf(ended({ outcome: 'expired' }), { change });
	expect(text).toContain(title);
	expect(looksAgain(text)).toBeNull();
});
