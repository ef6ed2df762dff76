import { randomBytes } from 'node:crypto';
import { ahead, now } from '../../test/support/time/moments';
import type { MailView } from '../../workflows/email/review-contract';
import type { Decision, DecisionRequest, Question } from '../../workflows/review/contract';
import type { TaskView } from '../tasks';
import { sealReviewToken } from '../tasks/reviews/review-links';
import { decisionRefused, nobodyAnswers } from '../tasks/reviews/review-service';
import { mail } from '../tasks/subjects';
import { Keyring } from '../temporal';
import { inMemoryTasks } from './testing/in-memory-tasks';
import { useTestGateway } from './testing/test-gateway';

const keyring = new Keyring({
	keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }],
	current: 'first',
});
const { serve } = useTestGateway({ keyring });
const taskId = 'email-send-with-review~a';
const expiresAt = ahead(3_600_000).getTime();
const pathOf = (question: number, reviewer: number | null = null) =>
	`/review/${sealReviewToken(keyring, { taskId, question, reviewer, expiresAt, keyVersion: 'first' })}`;

const question: Question = { number: 1, kind: 'approval', hash: 'hash-1', reason: 'A person approves.', expiresAt };
const draft = {
	to: ['ada@client.example'],
	cc: [],
	subject: 'Your order',
	content: 'It comes\r\non Tuesday.',
};
const view: MailView = {
	connection: 'main',
	agentId: 'agent_support',
	sessionId: null,
	draft,
	question,
	decisions: [],
	asked: {},
	sender: null,
	reviewers: ['lead@team.example'],
	origin: null,
	resumeAutoReplies: false,
	keyVersion: 'first',
};
const task: TaskView = {
	id: taskId,
	type: 'email-send-with-review',
	connection: 'main',
	agentId: 'agent_support',
	status: 'running',
	stage: 'reviewing',
	startedAt: now().toISOString(),
	closedAt: null,
	progress: null,
	result: null,
	error: null,
};
const edited: MailView['decisions'][number] = {
	id: 'of-bo',
	action: 'edit',
	by: 'Bo',
	via: 'page',
	at: now().toISOString(),
	question: 1,
	hash: 'hash-1',
	note: null,
};
const typed = { action: 'edit', to: 'ada@client.example', cc: '', subject: 'Your order', content: 'It comes <soon>.' };

/** Pages over a review in memory, which notes each decision. @param meanwhile what others decide just before */
function pages(change: Partial<MailView> = {}, meanwhile?: Partial<MailView>) {
	const shown = { ...view, ...change };
	const taken: DecisionRequest[] = [];
	const reviews = {
		read: () => Promise.resolve({ subject: mail, view: shown }),
		execution: () => Promise.resolve(null),
		decide: (_taskId: string, request: DecisionRequest) => {
			if (meanwhile !== undefined) {
				Object.assign(shown, meanwhile);
				return Promise.reject(decisionRefused('stale_hash', 'The current version is hash-2.'));
			}
			taken.push(request);
			const { id, action, by, hash, note } = request;
			const decision: Decision = { ...edited, id, action, by, hash, note };
			return Promise.resolve({ decision, next: action === 'edit' ? { ...question, number: 2 } : null, asked: '' });
		},
	};
	const tasks = { ...inMemoryTasks(), get: () => Promise.resolve(task) };
	const gateway = serve({ reviews, tasks });
	const get = (url: string) => gateway.ask({ url, token: null });
	const post = (fields: Record<string, string>, url = pathOf(1)) =>
		gateway.ask({
			method: 'POST',
			url,
			token: null,
			payload: new URLSearchParams(fields).toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
	return { get, post, taken };
}

test('hidden characters are named beside the mail, which is shown and sent as it is', async () => {
	const content = 'Pay \u202e001\u202c EUR.\u{e0041}';
	const { get } = pages({ draft: { ...draft, content } });
	const { text } = await get(pathOf(1));
	expect(text).toContain(content);
	expect(text).toMatch(/hidden characters: U\+202E, U\+202C, U\+E0041/);
	const plain = pages();
	expect((await plain.get(pathOf(1))).text).not.toContain('hidden characters');
});

/** What each form of a page sends when nothing but its button is pressed. */
function untouchedForms(text: string): Array<Record<string, string>> {
	return [...text.matchAll(/<form[^]*?<\/form>/g)].map(([form]) => {
		const fields = new Map<string, string>();
		for (const [field] of form.matchAll(/<input[^]*?>/g)) {
			const of = (name: string) => decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(field)?.[1] ?? '');
			if (!/radio|checkbox/.test(of('type')) || /\bchecked\b/.test(field)) fields.set(of('name'), of('value'));
		}
		for (const [, name = '', value = ''] of form.matchAll(/<textarea[^>]*name="(\w+)"[^>]*>([^]*?)<\/textarea>/g))
			fields.set(name, decoded(value));
		for (const [, name = '', value = ''] of form.matchAll(/<button[^>]*name="(\w+)"[^>]*value="(\w+)"/g))
			fields.set(name, value);
		return Object.fromEntries(fields);
	});
}

function decoded(text: string): string {
	return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

describe('a mail scanner that sends each form as it finds it', () => {
	it.each<[string, string, Partial<MailView>]>([
		['a mail to approve', '', {}],
		['the fields of the mail', '/change', {}],
		['a mail that may have been sent', '', { question: { ...question, kind: 'uncertain' } }],
	])('decides nothing: %s', async (_what, page, change) => {
		const { get, post, taken } = pages(change);
		const forms = untouchedForms((await get(pathOf(1, 0) + page)).text);
		expect(forms.length).toBeGreaterThan(0);
		for (const fields of forms) {
			const { status, text } = await post(fields, pathOf(1, 0));
			expect([status, taken]).toEqual([400, []]);
			expect(text).toContain('Nothing was decided:');
			for (const again of untouchedForms(text)) await post(again, pathOf(1, 0));
		}
		expect(taken).toEqual([]);
	});

	it('decides nothing when the gateway was away at first', async () => {
		const { get } = pages();
		const [fields = {}] = untouchedForms((await get(pathOf(1, 0))).text);
		const none = () => Promise.reject(nobodyAnswers());
		const reviews = { read: none, decide: none, execution: none };
		const { ask } = serve({ reviews });
		const { status, text } = await ask({
			method: 'POST',
			url: pathOf(1, 0),
			token: null,
			payload: new URLSearchParams(fields).toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect([status, untouchedForms(text)]).toEqual([503, []]);
	});
});

describe('the text on the page is the text that is sent', () => {
	it('has no field for the mail beside a decision', async () => {
		const { get } = pages();
		const { text } = await get(pathOf(1));
		expect(text).not.toContain('<textarea');
		expect(text).not.toMatch(/<input id="(to|cc|subject)"/);
	});

	it('offers no decision but to save beside the fields of the mail', async () => {
		const { get } = pages();
		const { text } = await get(`${pathOf(1)}/change`);
		const actions = [...text.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action);
		expect([actions, text.match(/<button/g)?.length]).toEqual([['edit'], 1]);
		// It is the only text, so nobody reads one and sends another.
		expect(text.split('on Tuesday.')).toHaveLength(2);
	});

	it('shows the mail, not its fields, when nobody can change it any more', async () => {
		const { get } = pages({ question: { ...question, kind: 'uncertain' } });
		expect((await get(`${pathOf(1)}/change`)).text).toContain('Was this mail sent?');
	});

	it.each(['approve', 'reject', 'edit'])('is not decided on by %s when the page showed another', async (action) => {
		const { post, taken } = pages({ question: { ...question, hash: 'hash-of-a-restored-task' } });
		const { status, text } = await post({ ...typed, action, hash: 'hash-1', by: 'Ada', note: 'My "note"' });
		expect([status, taken]).toEqual([409, []]);
		expect(text).toContain('The mail is not the one that you saw.');
		// What was typed is still there, and the next form is about the mail that is shown now.
		expect(text).toContain('value="Ada"');
		expect(text).toContain(action === 'edit' ? 'It comes &lt;soon&gt;.</textarea>' : 'value="My &quot;note&quot;"');
		expect(text).toContain('name="hash" value="hash-of-a-restored-task"');
	});

	it.each<[string, Partial<MailView> | undefined, Partial<MailView>]>([
		['before', undefined, { question: { ...question, number: 2, hash: 'hash-2' }, decisions: [edited] }],
		['at the same moment', { question: { ...question, number: 2, hash: 'hash-2' }, decisions: [edited] }, {}],
	])('is not decided on when somebody edited it %s', async (_when, meanwhile, change) => {
		const { post, taken } = pages(change, meanwhile);
		const approved = await post({ action: 'approve', hash: 'hash-1', by: 'Ada', note: 'Good' });
		const changed = await post({ ...typed, hash: 'hash-1', by: 'Ada' });
		for (const { status, text } of [approved, changed]) {
			expect(status).toBe(409);
			expect(text).toContain('Your decision was not taken');
			expect(text).toContain('this version was edited by Bo');
			expect(text).not.toContain('<form');
		}
		expect(approved.text).toContain('Good');
		expect(changed.text).toContain('It comes &lt;soon&gt;.');
		expect(taken).toEqual([]);
	});

	it('says what happened when the task was cancelled meanwhile', async () => {
		const { post } = pages({ question: null, cancelled: 'Nothing was sent.' });
		const { status, text } = await post({ action: 'approve', hash: 'hash-1', by: 'Ada' });
		expect([status, text]).toEqual([409, expect.stringContaining('the task was cancelled. Nothing was sent.')]);
	});

	it('has the response of the first when the same form is sent twice', async () => {
		const { post, taken } = pages();
		await post({ ...typed, hash: 'hash-1', by: 'Ada' });
		const [{ id } = { id: '' }] = taken;
		const later = pages({ question: { ...question, number: 2 }, decisions: [{ ...edited, id }] });
		const { status, text } = await later.post({ ...typed, hash: 'hash-1', by: 'Ada' });
		expect([status, later.taken.length]).toEqual([200, 1]);
		expect(text).toContain('Version 2.');
	});
});
