import { eventually } from '../../../support/time/eventually';
import { ask } from '../../../support/gateway/ask';
import type { Mailboxes } from '../../../support/gateway/mailboxes';
import type { Reviews } from '../../../support/gateway/reviews';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;
let mail: Mailboxes;
let reviews: Reviews;
let mailboxId: string;

beforeAll(async () => {
	platform = await startPlatform({ clockFactor: 1_000 });
	({ mail, reviews, mailboxId } = await reviewsOn(platform));
});

afterAll(() => platform.close());

/** The posts of mail that arrived at the service. */
async function posts(): Promise<string[]> {
	const all = await platform.admin.requests({ method: 'POST', path: '/agents/agent_support/email/replies' });
	return all.map(({ path }) => path);
}

test('an approved mail is sent once, to its recipients only, and the result has the outcome of each address', async () => {
	const before = (await posts()).length;
	const { link, question } = await reviews.asking('sent', {
		to: ['ada@client.example'],
		cc: ['gone@bounce.example'],
		resumeAutoReplies: true,
	});
	expect(await mail.received('ada@client.example')).toEqual([]);
	const yes = { action: 'approve', hash: question.hash, by: 'Lead', note: 'Fine' };
	const decided = await reviews.decide(link, 'yes', yes);
	expect(decided).toMatchObject({
		status: 200,
		body: { decision: { action: 'approve', by: 'Lead', via: 'api' }, next: null },
	});
	const [again, otherKey] = [await reviews.decide(link, 'yes', yes), await reviews.decide(link, 'other key', yes)];
	expect([again.body, otherKey.body]).toEqual([decided.body, decided.body]);

	const { status, result } = await reviews.ended(link);
	expect(status).toBe('completed');
	expect((await ask(platform, { path: link })).body).toMatchObject({
		succeeded: false,
		outcome: 'partly_failed',
		reason: 'The email was sent, but did not reach gone@bounce.example (bounced).',
		progress: { message: 'The email was sent, but did not reach gone@bounce.example (bounced).' },
	});
	expect(result).toMatchObject({
		outcome: 'sent',
		approved: { to: ['ada@client.example'], cc: ['gone@bounce.example'], mailboxId, from: 'help@shop.example' },
		outcomes: [
			{ address: 'ada@client.example', status: 'delivered' },
			{ address: 'gone@bounce.example', status: 'bounced' },
		],
		decisions: [{ action: 'approve', by: 'Lead', note: 'Fine', hash: question.hash }],
		autoReplies: { asked: true, resumed: true },
		audit: { sendRounds: 1, uncertain: false },
	});
	expect(await mail.received('ada@client.example')).toHaveLength(1);
	expect((await posts()).length - before).toBe(1);
	expect((await reviews.decide(link, 'yes', yes)).body).toEqual(decided.body);
	expect(await reviews.decide(link, 'late', { action: 'reject', hash: question.hash })).toMatchObject({
		status: 409,
		body: { type: 'no_open_question' },
	});
});

test('an edit has a hash of its own: a decision on the version before is refused, and only the new one is sent', async () => {
	const { link, question } = await reviews.asking('edited', { to: ['bob@client.example'], content: 'Wrong.' });
	const draft = { to: ['carol@client.example'], cc: [], subject: 'Better', content: 'Right.' };
	const edited = await reviews.decide(link, 'edit', { action: 'edit', hash: question.hash, draft });
	expect(edited).toMatchObject({ status: 200, body: { next: { number: 2, kind: 'approval' } } });
	const stale = await reviews.decide(link, 'stale', { action: 'approve', hash: question.hash });
	expect(stale).toMatchObject({ status: 409, body: { type: 'stale_hash' } });
	const next = await reviews.question(link, 2);
	expect(next.draft).toEqual(draft);
	await reviews.decide(link, 'yes', { action: 'approve', hash: next.question.hash });
	expect((await reviews.ended(link)).result).toMatchObject({ outcome: 'sent', approved: draft });
	expect(await mail.received('bob@client.example')).toEqual([]);
	expect(await mail.received('carol@client.example')).toMatchObject([
		{ subject: 'Better', text: expect.stringContaining('Right.') as string },
	]);
});

test('a key that stands for one decision is refused with another, also after the end; nothing is lost without a word', async () => {
	const { link, question } = await reviews.asking('one key', { to: ['fay@client.example'] });
	const draft = { to: ['fay@client.example'], cc: [], subject: 'Better', content: 'Right.' };
	const edit = { action: 'edit', hash: question.hash, draft };
	const other = { ...edit, draft: { ...draft, content: 'Quite right.' } };
	const reused = { status: 409, body: { type: 'idempotency_key_reused', issues: [{ path: 'Idempotency-Key' }] } };
	const edited = await reviews.decide(link, 'edit', edit);
	expect(await reviews.decide(link, 'edit', other)).toMatchObject(reused);
	expect((await reviews.decide(link, 'edit', edit)).body).toEqual(edited.body);
	const next = await reviews.question(link, 2);
	expect(next.draft).toEqual(draft);
	const reject = { action: 'reject', hash: next.question.hash };
	const rejected = await reviews.decide(link, 'no', reject);
	await reviews.ended(link);
	expect((await reviews.decide(link, 'no', reject)).body).toEqual(rejected.body);
	expect(await reviews.decide(link, 'no', { ...reject, note: 'Not now' })).toMatchObject(reused);
	expect(await reviews.decide(link, 'edit', other)).toMatchObject(reused);
	expect(await reviews.decide(link, 'late', other)).toMatchObject({ body: { type: 'no_open_question' } });
});

test('the agent proposes a text, reviewers are mailed, one of them rejects on the page, and nothing is sent', async () => {
	const { link, draft } = await reviews.asking('rejected', {
		to: ['dan@client.example'],
		content: undefined,
		prompt: 'Write to Dan that his order is late.',
		reviewers: ['lead@team.example'],
	});
	expect(draft?.content).toMatch(/\S/);
	const { text } = await mail.untilReceived('lead@team.example');
	expect(text).toContain('To: dan@client.example');
	const path = /\/review\/\S+/.exec(text)?.[0] ?? '';
	const page = await fetch(platform.url + path);
	expect(page.status).toBe(200);
	const { question } = await reviews.review(link);
	const form = new URLSearchParams({
		action: 'reject',
		hash: question?.hash ?? '',
		note: 'Not like this',
		confirmed: 'yes',
	});
	const post = (headers: Record<string, string> = {}) =>
		fetch(platform.url + path, { method: 'POST', body: form, redirect: 'manual', headers });
	expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403);
	expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
	expect((await post()).status).toBe(303);
	expect((await reviews.ended(link)).result).toMatchObject({
		outcome: 'rejected',
		deliveryId: null,
		decisions: [{ action: 'reject', by: 'lead@team.example', via: 'page', note: 'Not like this' }],
	});
	const reason = 'lead@team.example rejected the email. It was not sent. Not like this';
	expect((await ask(platform, { path: link })).body).toMatchObject({
		status: 'completed',
		succeeded: false,
		outcome: 'rejected',
		reason,
		progress: { message: reason },
	});
	const spent = await fetch(platform.url + path);
	expect(spent.status).toBe(410);
	const closed = await spent.text();
	expect(closed).toContain('dan@client.example');
	expect(closed).toContain(reason);
	expect(closed).not.toContain(draft?.content ?? '');
	expect(await mail.received('dan@client.example')).toEqual([]);
	expect(platform.logged()).not.toContain(path);
});

test('a lost response leads to a retry with the same key: one mail', async () => {
	const { link, question } = await reviews.asking('lost', { to: ['eve@client.example'] });
	await platform.admin.addFault('POST', '/agents/{id}/email/replies', { kind: 'lost-after' });
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
	expect((await reviews.ended(link)).result).toMatchObject({ outcome: 'sent', audit: { uncertain: false } });
	expect(await mail.received('eve@client.example')).toHaveLength(1);
});

test('cancelled before the approval nothing is sent; after it, the task says that it cannot be recalled', async () => {
	const before = await reviews.asking('cancelled before', { to: ['gil@client.example'] });
	await ask(platform, { method: 'POST', path: `${before.link}/cancel` });
	expect(await reviews.ended(before.link)).toMatchObject({
		status: 'cancelled',
		error: { detail: expect.stringContaining('Nothing was sent') as string },
	});
	expect(await reviews.decide(before.link, 'late', { action: 'approve', hash: before.question.hash })).toMatchObject({
		status: 409,
	});

	await platform.admin.setSettings({ clockFactor: 0.001 });
	const after = await reviews.asking('cancelled after', { to: ['gil@client.example'] });
	await reviews.decide(after.link, 'yes', { action: 'approve', hash: after.question.hash });
	await eventually(
		async () => (await ask(platform, { path: after.link })).text,
		(text) => text.includes('"following"'),
		'the mail is sent before its delivery is followed',
	);
	await ask(platform, { method: 'POST', path: `${after.link}/cancel` });
	const ended = await reviews.ended(after.link);
	await platform.admin.setSettings({ clockFactor: 1_000 });
	expect(ended).toMatchObject({
		status: 'cancelled',
		error: { detail: expect.stringContaining('cannot be recalled') as string },
	});
	await mail.untilReceived('gil@client.example');
});

describe('what is refused before anything starts', () => {
	const eleven = Array.from({ length: 11 }, (_, at) => `p${at}@client.example`);

	test.each([
		['more than 10 recipients', { to: eleven }, 'to'],
		['more than 10 recipients in to and cc', { to: eleven.slice(0, 6), cc: eleven.slice(6) }, 'to'],
		['BCC', { bcc: ['x@client.example'] }, 'bcc'],
		['an address that is none', { to: ['ada@client.example', 'ada'] }, 'to.1'],
		['an address twice', { cc: ['ADA@client.example'] }, 'cc.0'],
		['nobody', { to: [] }, 'to'],
		['a subject of two lines', { subject: 'One\nBcc: x@client.example' }, 'subject'],
		['neither text nor prompt', { content: undefined }, 'content'],
		['text and prompt', { prompt: 'Write.' }, 'content'],
		['a deadline of years', { deadlineSeconds: 1e9 }, 'deadlineSeconds'],
	])('%s', async (_what, input, path) => {
		const answer = await reviews.start('refused', input);
		expect(answer.status).toBe(400);
		expect(answer.body).toMatchObject({
			issues: expect.arrayContaining([expect.objectContaining({ path })]) as unknown,
		});
	});

	test('BCC with the reason', async () => {
		const { text } = await reviews.start('refused', { bcc: ['x@client.example'] });
		expect(text).toContain('not supported by the service');
	});

	test('a mailbox, a conversation and an agent that there are not', async () => {
		expect(await reviews.start('refused', { mailboxId: 'mbx_none' })).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'mailboxId' }] },
		});
		expect(await reviews.start('refused', { sessionId: 'email:none' })).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'sessionId' }] },
		});
		expect(await reviews.start('refused', { agentId: 'agent_sales' })).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'mailboxId' }] },
		});
		expect(await reviews.start('refused', { connection: 'narrow' })).toMatchObject({
			status: 424,
			body: { type: 'connection_scope_missing' },
		});
	});

	test('decisions on a task that asks nobody, and edits without a text', async () => {
		const retrain = await ask(platform, {
			method: 'POST',
			path: '/v1/tasks/retrain-and-wait',
			key: 'asks nobody',
			body: { connection: 'main', agentId: 'agent_support' },
		});
		const { links } = retrain.body as { links: { self: string } };
		expect(await reviews.decide(links.self, 'any', { action: 'approve', hash: 'x' })).toMatchObject({
			status: 409,
			body: { type: 'no_review' },
		});
		expect(await reviews.decide(links.self, 'any', { action: 'edit', hash: 'x' })).toMatchObject({
			status: 400,
			body: { issues: [{ path: 'draft' }] },
		});
	});
});
