import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { ahead, now } from '../../test/support/time/moments';
import { STEP_KINDS } from '../../workflows/knowledge-sync/plan';
import { type PlanRow, type PlanView, planViewSchema } from '../../workflows/knowledge-sync/review-contract';
import type { DecisionRequest } from '../../workflows/review/contract';
import { sealReviewToken } from '../tasks/reviews/review-links';
import { plan } from '../tasks/subjects';
import { Keyring } from '../temporal';
import { pageSubjects } from './review/subjects';
import { reviewRoutes } from './routes/review';
import { inMemoryGateway } from './testing/in-memory-gateway';

const keyring = new Keyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64') }], current: 'k' });
const expiresAt = ahead(3_600_000).getTime();
const hash = 'a'.repeat(22);
const link = { taskId: 'sets~1', question: 1, reviewer: null, expiresAt, keyVersion: 'k' };
const url = `/review/${sealReviewToken(keyring, link)}`;

const item = (name: string, text: string) => ({ name, text, enabled: true });
const ROWS: PlanRow[] = [
	{ key: 'hours', type: 'qa', step: 'drifted', before: item('Open?', 'At <ten>.'), after: item('Open?', 'At nine.') },
	{ key: 'old', type: 'qa', step: 'delete', before: item('Fax?', 'Yes.'), after: null },
	{ key: 'new', type: 'text', step: 'create', before: null, after: { name: 'Returns', text: 'Free.', enabled: null } },
];

function viewOf(change: Partial<PlanView> = {}): PlanView {
	const steps = Object.fromEntries(STEP_KINDS.map((kind) => [kind, 0]));
	return {
		...planViewSchema.parse({
			connection: 'main',
			agentId: 'agent_support',
			set: 'Handbook',
			steps: { ...steps, drifted: 1, delete: 1, create: 5 },
			toSend: 6,
			stored: { attempt: 1, run: 'r' },
			rows: ROWS,
			question: { number: 1, kind: 'approval', hash, reason: 'A person changed 1 item of the set.', expiresAt },
			decisions: [],
			asked: {},
			reviewers: [],
			keyVersion: 'k',
		}),
		...change,
	};
}

let app: FastifyInstance;
let directory: string;
let view: PlanView;
const taken: DecisionRequest[] = [];

beforeEach(async () => {
	directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-blobs-'));
	view = viewOf();
	taken.length = 0;
	const { services } = inMemoryGateway(directory, { keyring });
	const times = { startedAt: '', closedAt: null, agentId: null };
	const task = { id: 'sets~1', status: 'running' as const, stage: 'applying', ...times };
	app = fastify();
	app.decorateRequest('unsentForm', null);
	await app.register(reviewRoutes, {
		...services,
		tasks: {
			...services.tasks,
			get: () =>
				Promise.resolve({
					...task,
					type: 'knowledge-sync',
					connection: 'main',
					progress: null,
					result: null,
					error: null,
				}),
		},
		reviews: {
			read: () => Promise.resolve({ subject: plan, view }),
			execution: () => Promise.resolve(null),
			decide(_taskId, request) {
				taken.push(request);
				return Promise.resolve({ next: null });
			},
		},
		pages: pageSubjects,
	});
});

afterEach(async () => {
	await app.close();
	rmSync(directory, { recursive: true, force: true });
});

async function post(fields: ReadonlyArray<readonly [string, string]>) {
	const payload = new URLSearchParams(
		[['hash', hash], ['by', 'Ada'], ...fields].map(([name = '', value = '']) => [name, value]),
	);
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	return app.inject({ method: 'POST', url, payload: payload.toString(), headers });
}

it('shows why a person decides, and the rows that matter first, each text once', async () => {
	const page = (await app.inject({ url })).body;
	expect(page).toContain('A person changed 1 item of the set.');
	expect(page).toContain('5 to add, 1 to delete, 1 changed by hand.');
	const titles = [...page.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title]) => title);
	expect(titles).toEqual(['Decide', 'Changed by hand', 'To delete', 'To add']);
	expect(page).toContain('<del>At &lt;ten&gt;.</del>');
	expect(page).toContain('<ins>At nine.</ins>');
	expect(page).toContain('<del>Yes.</del>');
	expect(page).toContain('<ins>Free.</ins>');
	expect(page).toContain('4 more would change');
	const ticks = [...page.matchAll(/type="checkbox" name="keep" value="([^"]*)"/g)].map(([, value]) => value);
	expect(ticks).toEqual(['hours', 'old', 'new']);
	expect(page).toContain('Do not add it');
	expect(page).not.toMatch(/\bchecked\b/);
});

it.each<[string, ReadonlyArray<readonly [string, string]>, object]>([
	['nothing that stays', [['action', 'approve']], { action: 'approve', keep: [] }],
	[
		'one item that stays',
		[
			['action', 'approve'],
			['keep', 'old'],
		],
		{ action: 'approve', keep: ['old'] },
	],
	[
		'several',
		[
			['action', 'approve'],
			['keep', 'hours'],
			['keep', 'old'],
		],
		{ action: 'approve', keep: ['hours', 'old'] },
	],
	[
		'a rejection',
		[
			['action', 'reject'],
			['keep', 'old'],
		],
		{ action: 'reject' },
	],
])('has a decision with %s', async (_what, fields, expected) => {
	expect((await post(fields)).statusCode).toBe(303);
	const [{ id: _id, ...request } = {} as DecisionRequest] = taken;
	expect(request).toEqual({ ...expected, hash, by: 'Ada', via: 'page', note: null });
});

it('refuses to keep what is not there, and shows again what was ticked', async () => {
	const { statusCode, body } = await post([
		['action', 'approve'],
		['keep', 'old'],
		['keep', 'other'],
	]);
	expect([statusCode, taken]).toEqual([400, []]);
	expect(body).toContain('other: the plan has no such item.');
	expect(body).toMatch(/value="old"\s+checked/);
});

it('has a page on which texts are changed, and takes only what differs', async () => {
	const change = await app.inject({ url: `${url}/change` });
	expect(change.statusCode).toBe(200);
	expect([...change.body.matchAll(/<textarea[^>]*name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
		'text:hours',
		'text:new',
	]);
	expect(change.body).toContain('>At nine.</textarea>');
	const same = [
		['action', 'edit'],
		['text:hours', 'At nine.'],
		['text:new', 'Free.'],
	] as const;
	const unchanged = await post(same);
	expect([unchanged.statusCode, taken]).toEqual([400, []]);
	expect(unchanged.body).toContain('Nothing is changed.');
	expect((await post([...same.slice(0, 2), ['text:new', 'Free,\r\nfor 30 days.']])).statusCode).toBe(303);
	expect(taken).toMatchObject([{ action: 'edit', hash, texts: [{ key: 'new', text: 'Free,\nfor 30 days.' }] }]);
});

it('takes no text as changed because a browser sends other ends of lines', async () => {
	const [row] = ROWS;
	if (row === undefined) throw new Error('There is no row.');
	view = viewOf({ rows: [{ ...row, after: item('Open?', 'At nine.\r\nNot on Sundays.') }, ...ROWS.slice(2)] });
	const fields = [
		['action', 'edit'],
		['text:hours', 'At nine.\r\nNot on Sundays.'],
		['text:new', 'Never.'],
	] as const;
	expect((await post(fields)).statusCode).toBe(303);
	expect(taken).toMatchObject([{ texts: [{ key: 'new' }] }]);
	expect(Reflect.get(taken[0] ?? {}, 'texts')).toHaveLength(1);
});

it('says that the rows are gone, and shows none once it is decided', async () => {
	view = viewOf({ rows: null });
	expect((await app.inject({ url })).body).toContain('no longer has the rows of this plan');
	const decided = { id: 'd', action: 'approve', by: 'Bo', via: 'page', question: 1, hash, note: null } as const;
	view = viewOf({ question: null, decisions: [{ ...decided, at: now().toISOString() }] });
	const page = (await app.inject({ url })).body;
	expect(page).toContain('This version was approved');
	expect(page).toContain('The task brings the items into step.');
	expect(page).not.toContain('Fax?');
});
