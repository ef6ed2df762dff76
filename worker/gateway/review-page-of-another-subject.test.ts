import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { ahead, now } from '../../test/support/time/moments';
import type { DecisionRequest, ReviewView } from '../../workflows/review/contract';
import { sealReviewToken } from '../tasks/reviews/review-links';
import type { ReviewSubject } from '../tasks/subjects';
import { type Sealed, sealOf } from '../tasks/subjects/subject';
import { Keyring } from '../temporal';
import { reviewRoutes } from './routes/review';
import { inMemoryGateway } from './testing/in-memory-gateway';
import type { RowsBlock } from './review/blocks';
import { formShape, type ReviewForm } from './review/form-shape';
import { readRows } from './review/rows';
import type { PageSubject } from './review/subject';

/** Pairs of a question and an answer, of which a person keeps, changes or drops each. Nothing in the product has it. */
interface Pairs {
	agentId: string;
	rows: Array<{ id: string; cells: string[] }>;
}
type PairsView = ReviewView & Pairs;

const ROWS: Pairs['rows'] = [
	{ id: 'q1', cells: ['When do you open?', 'At <nine>.'] },
	{ id: 'q2', cells: ['Do you ship to Norway?', 'Yes.'] },
	{ id: 'q3', cells: ['Is it waterproof?', 'It is "not".'] },
];

const pairs: Pick<ReviewSubject<PairsView>, 'name'> & Sealed<Pairs> = {
	name: 'pairs',
	sealed: ({ agentId, rows }) => [agentId, rows.map(({ id, cells }) => [id, cells])],
};

const rowsOf = ({ rows }: Pairs): RowsBlock => ({
	kind: 'rows',
	title: 'Pairs',
	columns: ['Question', 'Answer'],
	rows,
});

const pairsPage: PageSubject<PairsView, ReviewForm & Record<string, unknown>> = {
	titles: { approval: 'Which pairs are right?', uncertain: 'Which pairs were saved?' },
	hints: {},
	choices: {
		approval: [
			{ action: 'approve', label: 'Save as chosen' },
			{ action: 'reject', label: 'Save nothing' },
		],
		uncertain: [],
	},
	otherVersion: 'The pairs are not those that you saw.',
	form: z.looseObject({ action: z.enum(['approve', 'reject']).optional(), ...formShape }),
	change: null,
	past: (action) => (action === 'approve' ? 'saved' : 'dropped'),
	shown: (view) => [
		{ kind: 'fields', fields: [{ label: 'Agent', value: view.agentId }] },
		{
			kind: 'difference',
			title: 'Instructions',
			before: 'Be kind.\nBe long.\nEnd.',
			after: 'Be kind.\nBe <short>.\nEnd.',
		},
		rowsOf(view),
	],
	background: () => Promise.resolve([]),
	withoutRights: ({ rows }) => [{ kind: 'fields', fields: [{ label: 'Pairs', value: `${rows.length}` }] }],
	options: () => html``,
	named: () => ({}),
	read(form, said, view) {
		if (view === null || said.action === 'reject') return { ok: true, decision: said };
		const rows = readRows(rowsOf(view), form);
		return 'messages' in rows ? { ok: false, messages: rows.messages } : { ok: true, decision: { ...said, rows } };
	},
	typed: () => [],
	resent: () => ({ about: html`The list`, hidden: {}, fields: html`` }),
	currentState: () => ({ kind: '', message: 'The pairs are being saved.', isFinal: false, parts: [] }),
};

const keyring = new Keyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64') }], current: 'k' });
const expiresAt = ahead(3_600_000).getTime();
const link = { taskId: 'pairs~1', question: 1, reviewer: null, expiresAt, keyVersion: 'k' };
const url = `/review/${sealReviewToken(keyring, link)}`;
const version: Pairs = { agentId: 'agent_support', rows: ROWS };

function viewOf(change: Partial<PairsView> = {}): PairsView {
	const shown = { ...version, ...change };
	return {
		connection: 'main',
		decisions: [],
		asked: {},
		reviewers: [],
		keyVersion: 'k',
		question: {
			number: 1,
			kind: 'approval',
			hash: sealOf(pairs, shown),
			reason: 'The agent proposed them.',
			expiresAt,
		},
		...shown,
	};
}

let app: FastifyInstance;
let directory: string;
let view: PairsView;
const taken: DecisionRequest[] = [];

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-blobs-'));
	view = viewOf();
	taken.length = 0;
	const { services } = inMemoryGateway(directory, { keyring });
	const task = { id: 'pairs~1', status: 'running' as const, stage: null, startedAt: '', closedAt: null, agentId: null };
	app = fastify();
	app.decorateRequest('unsentForm', null);
	await app.register(reviewRoutes, {
		...services,
		tasks: {
			...services.tasks,
			get: () =>
				Promise.resolve({ ...task, type: 'lead-sync', connection: 'main', progress: null, result: null, error: null }),
		},
		reviews: {
			read: () => Promise.resolve({ subject: pairs, view }),
			execution: () => Promise.resolve(null),
			decide(_taskId, request) {
				taken.push(request);
				return Promise.resolve({ next: null });
			},
		},
		pages: new Map([['pairs', pairsPage as PageSubject]]),
	});
});

afterEach(async () => {
	await app.close();
	rmSync(directory, { recursive: true, force: true });
});

const pageOf = async () => (await app.inject({ url })).body;

async function post(fields: Record<string, string>) {
	const payload = new URLSearchParams({ hash: view.question?.hash ?? '', by: 'Ada', ...fields }).toString();
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	return app.inject({ method: 'POST', url, payload, headers });
}

it('is shown by the frame, each text once, and nothing is chosen at first', async () => {
	const page = await pageOf();
	expect(page).toContain('<h1>Which pairs are right?</h1>');
	expect(page.split('At &lt;nine&gt;.')).toHaveLength(2);
	expect(page).not.toMatch(/\bchecked\b|Change it/);
	const [form = ''] = page.match(/<form[^]*<\/form>/) ?? [];
	for (const { id } of ROWS)
		for (const choice of ['keep', 'change', 'drop']) expect(form).toContain(`name="row.${id}" value="${choice}"`);
	expect(form).toContain(`name="hash" value="${sealOf(pairs, version)}"`);
	expect(page.replaceAll(/\s+/g, ' ')).toContain(
		'Be kind.<br /> <del>Be long.</del><br /> <ins>Be &lt;short&gt;.</ins><br /> End.<br />',
	);
});

it('has a decision with a choice about each row, under the hash of what was shown', async () => {
	const chosen = { 'row.q1': 'keep', 'row.q2': 'change', 'row.q2.1': 'Not yet.', 'row.q3': 'drop' };
	expect((await post({ action: 'approve', ...chosen })).statusCode).toBe(303);
	expect(taken).toMatchObject([
		{
			action: 'approve',
			by: 'Ada',
			via: 'page',
			hash: sealOf(pairs, version),
			rows: [
				{ id: 'q1', choice: 'keep' },
				{ id: 'q2', choice: 'change', cells: ['Do you ship to Norway?', 'Not yet.'] },
				{ id: 'q3', choice: 'drop' },
			],
		},
	]);
});

it.each<[string, Record<string, string>, string]>([
	['nothing was chosen', {}, 'Choose your decision: nothing was chosen.'],
	[
		'a row was left out',
		{ action: 'approve', 'row.q1': 'keep', 'row.q3': 'drop' },
		'Do you ship to Norway?: choose to',
	],
	['a change has no value', { action: 'approve', 'row.q1': 'change' }, 'When do you open?: type a new value.'],
	['a value has no change', { action: 'approve', 'row.q1': 'keep', 'row.q1.1': 'Late.' }, 'needs the choice Change.'],
])('decides nothing when %s', async (_what, fields, message) => {
	const { statusCode, body } = await post(fields);
	expect([statusCode, taken]).toEqual([400, []]);
	expect(body).toContain(message);
	// What was typed is still there.
	expect(body).toContain(`value="${fields['row.q1.1'] ?? ''}"`);
});

it('decides nothing about rows that have changed since they were shown', async () => {
	const { hash = '' } = view.question ?? {};
	view = viewOf({ rows: ROWS.map((row) => ({ ...row, cells: row.cells.map((cell) => `${cell}!`) })) });
	expect(view.question?.hash).not.toBe(hash);
	const { statusCode, body } = await post({ hash, action: 'reject' });
	expect([statusCode, taken]).toEqual([409, []]);
	expect(body).toContain('The pairs are not those that you saw.');
});

it('shows no row once it is decided', async () => {
	const decided = {
		id: 'd',
		action: 'approve',
		by: 'Bo',
		via: 'page',
		at: now().toISOString(),
		question: 1,
	} as const;
	view = viewOf({ question: null, decisions: [{ ...decided, hash: 'h', note: null }] });
	const page = await pageOf();
	expect(page).toContain('This version was saved');
	expect(page).toContain('<dd>3</dd>');
	expect(page).not.toContain('Norway');
});
