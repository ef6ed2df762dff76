import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ApiClient, createClient, LIMITS } from '../../../../api';
import { fileKey, openBlobs, receiveUpload } from '../../../../worker/storage/blobs';
import { SetHistories } from '../../../../worker/storage/knowledge-sets';
import { blobsSchema } from '../../../../worker/storage/settings';
import { Keyring } from '../../../../worker/temporal';
import { knowledgeSyncInputSchema, knowledgeSyncResultSchema } from '../../../../workflows/knowledge-sync/contract';
import { planFileSchema } from '../../../../workflows/knowledge-sync/review-contract';
import { eventually } from '../../../support/time/eventually';
import { TemporalReviewService } from '../../../../worker/tasks/reviews';
import { isAbout } from '../../../../worker/tasks/subjects';
import { Platform } from '../../../support/temporal/start-platform';

/** The workers read it in each run. */
const knowledgeHosts = ['*:443', '*:80'];
/** A folder beside the worker. */
let handbook: string;
let platform: Platform;
let api: ApiClient;
let agentId: string;

beforeAll(async () => {
	handbook = await mkdtemp(join(tmpdir(), 'agent-knowledge-handbook-'));
	const knowledgeFolders = { handbook };
	platform = await Platform.start({ clockFactor: 1000, settleMs: 300, knowledgeHosts, knowledgeFolders });
	api = createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
});
afterAll(async () => {
	await platform.stop();
	await rm(handbook, { recursive: true });
});
beforeEach(async () => {
	({ id: agentId } = await platform.admin.createAgent({ name: 'Sets', website: platform.sandbox.siteUrl }));
});
afterEach(() => platform.admin.clearFaults());

let started = 0;
async function start(rows: object[] | undefined, more: object = {}) {
	const input = knowledgeSyncInputSchema.parse({ connection: 'sandbox', agentId, set: 'Handbook', rows, ...more });
	const idempotencyKey = `set ${(started += 1)}`;
	return platform.tasks.start({ type: 'knowledge-sync', idempotencyKey, input });
}
async function sync(rows: object[] | undefined, more: object = {}) {
	const ended = await platform.ended((await start(rows, more)).id);
	if (ended.status !== 'completed') throw new Error(JSON.stringify(ended.error));
	return knowledgeSyncResultSchema.parse(ended.result);
}

const pair = (question: string, answer = `Answer to ${question}`) => ({ type: 'qa', question, answer });
const text = (title: string, content = `Content of ${title}`) => ({ type: 'text', title, content });

async function pairs(): Promise<string[]> {
	const found: string[] = [];
	for (let offset = 0, total = 1; offset < total; offset += LIMITS.pageSize) {
		const query = { limit: LIMITS.pageSize, offset };
		const page = await api.call('listQaPairs', { params: { id: agentId }, query });
		found.push(
			...page.items.map(({ question, answer, enabled }) => `${question}: ${answer}${enabled ? '' : ' (off)'}`),
		);
		({ total } = page);
	}
	return found.toSorted();
}
const sourceNames = async () => {
	const { items } = await api.call('listSources', { params: { id: agentId }, query: { limit: 100 } });
	return items.map(({ type, name }) => `${type} ${name}`).toSorted();
};
async function textOf(title: string): Promise<string | null | undefined> {
	const { items } = await api.call('listSources', { params: { id: agentId }, query: { limit: 100 } });
	const sourceId = items.find(({ name }) => name === title)?.id ?? 0;
	return (await api.call('getSource', { params: { id: agentId, sourceId } })).content;
}
const writes = async () =>
	(await platform.admin.requests({ path: `/agents/${agentId}` })).filter(({ method }) => method !== 'GET').length;

const store = () => openBlobs(blobsSchema.parse({ directory: platform.blobs })).store;
const reviews = () => new TemporalReviewService(platform.client, platform.tasks, store());
async function reviewOf(id: string) {
	const review = await reviews().read(id);
	if (!isAbout('plan', review)) throw new Error('It is no plan.');
	return review;
}
let decided = 0;
function decide(id: string, action: string, hash = '', more: object = {}) {
	const request = { id: `d${(decided += 1)}`, action, hash, by: 'Ada', via: 'api' as const, note: null, ...more };
	return reviews().decide(id, request);
}

describe('a set of pairs', () => {
	it('is added once, and costs no write the second time', async () => {
		const rows = Array.from({ length: 30 }, (_, nth) => pair(`Question ${nth}?`));
		const first = await sync(rows);
		expect([first.counts.done, first.steps.create, first.manifestVersion > 0]).toEqual([30, 30, true]);
		expect(await pairs()).toHaveLength(30);
		const sent = await writes();
		const second = await sync(rows);
		expect([second.steps.unchanged, second.counts.done, second.planHash === first.planHash]).toEqual([30, 0, false]);
		expect(await writes()).toBe(sent);
		expect(second.manifestVersion).toBe(first.manifestVersion);
	});

	it('changes what differs, deletes what is gone, and touches nothing that people added', async () => {
		await api.call('createQaPair', { params: { id: agentId }, body: { question: 'By hand?', answer: 'Yes' } });
		await sync([pair('a?'), pair('b?'), pair('c?')]);
		const result = await sync([pair('a?', 'New'), { ...pair('b?'), enabled: false }, pair('d?')]);
		expect(result.steps).toMatchObject({ update: 2, create: 1, delete: 1, unchanged: 0 });
		expect(await pairs()).toEqual(['By hand?: Yes', 'a?: New', 'b?: Answer to b? (off)', 'd?: Answer to d?']);
	});

	it('finds what was added though the response was lost, and adds it again though it was not', async () => {
		await platform.admin.addFault('POST', `/agents/${agentId}/qa-pairs`, { kind: 'lost-after' });
		await platform.admin.addFault('POST', `/agents/${agentId}/qa-pairs`, { kind: 'lost-before' });
		const result = await sync([pair('a?'), pair('b?'), pair('c?'), pair('d?'), pair('e?')]);
		expect(result.counts).toMatchObject({ done: 5, needs_person: 0 });
		expect(result.rows.filter(({ audit }) => audit.ambiguous)).toHaveLength(2);
		expect(await pairs()).toHaveLength(5);
	});

	it('plans only, and applies that plan alone', async () => {
		const plan = await sync([pair('a?')], { planOnly: true });
		expect([plan.outcome, plan.counts.planned, await pairs()]).toEqual(['planned', 1, []]);
		const other = await platform.ended((await start([pair('b?')], { planHash: plan.planHash })).id);
		expect([other.status, other.error?.type]).toEqual(['failed', 'plan_changed']);
		const applied = await sync([pair('a?')], { planHash: plan.planHash });
		expect([applied.outcome, applied.counts.done, applied.planHash]).toEqual(['applied', 1, plan.planHash]);
	});

	it('waits for a person before it deletes much, and keeps what the person keeps', async () => {
		const rows = Array.from({ length: 20 }, (_, nth) => pair(`${nth}?`));
		await sync(rows);
		const wanted = [...rows.slice(0, 2), pair('2?', 'New'), pair('3?', 'New'), pair('new?'), pair('never?')];
		const { id } = await start(wanted);
		await platform.untilStage(id, 'deciding');
		const waiting = await platform.tasks.get(id);
		expect(waiting.progress?.message).toContain('deletes 16 of the 20 items');
		expect(await pairs()).toHaveLength(20);
		const { view } = await reviewOf(id);
		expect(view.rows).toHaveLength(20);
		expect(view.rows?.find(({ key }) => key === 'qa 7?')).toEqual({
			key: 'qa 7?',
			type: 'qa',
			step: 'delete',
			before: { name: '7?', text: 'Answer to 7?', enabled: true },
			after: null,
		});
		const other = decide(id, 'approve', 'a'.repeat(22));
		await expect(other).rejects.toMatchObject({ type: 'stale_hash', status: 409 });
		const draft = { to: ['ada@example.com'], subject: 'No', content: 'No' };
		await expect(decide(id, 'approve', view.question?.hash, { draft })).rejects.toMatchObject({ status: 400 });
		const unknown = decide(id, 'approve', view.question?.hash, { keep: ['qa 7?', 'qa 0?'] });
		await expect(unknown).rejects.toMatchObject({ status: 400, issues: [{ path: 'keep.1' }] });
		const keep = ['qa 7?', 'qa 3?', 'qa never?'];
		const { decision } = await decide(id, 'approve', view.question?.hash, { keep });
		expect(decision).toMatchObject({ action: 'approve', by: 'Ada', question: 1 });
		const result = knowledgeSyncResultSchema.parse((await platform.ended(id)).result);
		expect(result.counts).toMatchObject({ done: 17, stays: 3, refused: 0 });
		expect((await pairs()).map((each) => each.replace('Answer to', ''))).toEqual([
			'0?:  0?',
			'1?:  1?',
			'2?: New',
			'3?:  3?',
			'7?:  7?',
			'new?:  new?',
		]);
	});
});

describe('what others made, and a set took over', () => {
	const adopted = { existing: 'adopt', mode: 'mirror' };
	beforeEach(async () => {
		for (const question of ['theirs?', 'theirs too?'])
			await api.call('createQaPair', { params: { id: agentId }, body: { question, answer: 'By hand' } });
		await sync([pair('theirs?'), pair('theirs too?'), pair('ours?')], adopted);
	});

	it('is deleted only as far as a person approves it', async () => {
		const plan = await sync([pair('new?')], { ...adopted, planOnly: true });
		expect([plan.counts.waits, plan.counts.planned]).toEqual([2, 2]);
		expect(plan.rows.find(({ outcome }) => outcome === 'waits')?.reason?.detail).toContain(
			'It is deleted only if a person approves it',
		);
		const { id } = await start([pair('new?')], adopted);
		await platform.untilStage(id, 'deciding');
		expect((await platform.tasks.get(id)).progress?.message).toContain('deletes 2 items that the set took over');
		expect(await pairs()).toHaveLength(3);
		const { view } = await reviewOf(id);
		expect(view.rows?.map(({ key, step, isAdopted }) => [key, step, isAdopted ?? false])).toEqual([
			['qa theirs?', 'delete', true],
			['qa theirs too?', 'delete', true],
			['qa ours?', 'delete', false],
			['qa new?', 'create', false],
		]);
		await decide(id, 'approve', view.question?.hash, { keep: ['qa theirs?'] });
		const result = knowledgeSyncResultSchema.parse((await platform.ended(id)).result);
		expect(result.counts).toMatchObject({ done: 3, stays: 1, waits: 0 });
		expect(await pairs()).toEqual(['new?: Answer to new?', 'theirs?: Answer to theirs?']);
	});

	it('stays without a question where the mode is own, and where the set is emptied on purpose only after one', async () => {
		const result = await sync([pair('new?')], { ...adopted, mode: 'own' });
		expect([result.counts.stays, result.steps.delete]).toEqual([2, 1]);
		const { id } = await start([], { ...adopted, emptyOnPurpose: true });
		await platform.untilStage(id, 'deciding');
		await decide(id, 'reject', (await reviewOf(id)).view.question?.hash);
		expect((await platform.ended(id)).result).toMatchObject({ outcome: 'rejected' });
		expect(await pairs()).toHaveLength(3);
	});
});

describe('texts that a person writes while deciding', () => {
	it('are sent in place of those of the set, and stay until the set says something new', async () => {
		const rows = Array.from({ length: 20 }, (_, nth) => pair(`${nth}?`));
		await sync([...rows, text('Long')]);
		const wanted = [pair('0?', 'Set'), pair('new?', 'Set'), text('Long', 'Set')];
		const { id } = await start(wanted);
		await platform.untilStage(id, 'deciding');
		const before = (await reviewOf(id)).view;
		const texts = [
			{ key: 'qa 0?', text: 'By Ada' },
			{ key: 'qa new?', text: 'New by Ada' },
			{ key: 'text long', text: 'Long by Ada' },
		];
		const gone = { texts: [{ key: 'qa 7?', text: 'It is to be deleted' }] };
		await expect(decide(id, 'edit', before.question?.hash, gone)).rejects.toMatchObject({ status: 400 });
		const { next } = await decide(id, 'edit', before.question?.hash, { texts });
		expect([next?.number, next?.hash === before.question?.hash]).toEqual([2, false]);
		const { view } = await reviewOf(id);
		expect(view.rows?.filter(({ after }) => after !== null).map(({ after }) => after?.text)).toEqual(
			expect.arrayContaining(['By Ada', 'New by Ada', 'Long by Ada']),
		);
		await decide(id, 'approve', next?.hash);
		const result = knowledgeSyncResultSchema.parse((await platform.ended(id)).result);
		expect(result.counts).toMatchObject({ done: 22, refused: 0 });
		expect(await pairs()).toEqual(['0?: By Ada', 'new?: New by Ada']);
		expect(await textOf('Long')).toBe('Long by Ada');

		const sent = await writes();
		const again = await sync(wanted);
		expect([again.steps.unchanged, (await writes()) - sent]).toEqual([3, 0]);
		await sync([pair('0?', 'Set'), pair('new?', 'Newer'), text('Long', 'Set')]);
		expect(await pairs()).toEqual(['0?: By Ada', 'new?: Newer']);
	});

	it('are sent once if the response is lost', async () => {
		const rows = Array.from({ length: 12 }, (_, nth) => pair(`${nth}?`));
		await sync(rows);
		const { id } = await start([pair('0?', 'Set'), pair('new?', 'Set')]);
		await platform.untilStage(id, 'deciding');
		const texts = [
			{ key: 'qa 0?', text: 'By Ada' },
			{ key: 'qa new?', text: 'New by Ada' },
		];
		const hash = (await reviewOf(id)).view.question?.hash;
		const { next } = await decide(id, 'edit', hash, { texts });
		await platform.admin.addFault('PATCH', `/agents/${agentId}/qa-pairs/{pairId}`, { kind: 'lost-after' });
		await platform.admin.addFault('POST', `/agents/${agentId}/qa-pairs`, { kind: 'lost-after' });
		await decide(id, 'approve', next?.hash);
		const result = knowledgeSyncResultSchema.parse((await platform.ended(id)).result);
		expect([result.counts.done, result.counts.needs_person]).toEqual([13, 0]);
		expect(await pairs()).toEqual(['0?: By Ada', 'new?: New by Ada']);
		expect((await sync([pair('0?', 'Set'), pair('new?', 'Set')])).steps.unchanged).toBe(2);
	});
});

describe('items that a person changed', () => {
	it('are shown as they are and as the set wants them, and each stays or is overwritten', async () => {
		const rows = [pair('a?'), pair('b?'), text('Long')];
		await sync(rows);
		const { items } = await api.call('listQaPairs', { params: { id: agentId } });
		for (const { id: pairId, question } of items)
			await api.call('updateQaPair', { params: { id: agentId, pairId }, body: { answer: `By hand: ${question}` } });
		const { items: sources } = await api.call('listSources', { params: { id: agentId }, query: { limit: 100 } });
		const sourceId = sources.find(({ name }) => name === 'Long')?.id ?? 0;
		await api.call('updateSource', { params: { id: agentId, sourceId }, body: { content: 'Text by hand' } });
		const { id } = await start(rows);
		await platform.untilStage(id, 'deciding');
		const { view } = await reviewOf(id);
		expect(view.rows?.map(({ step, before, after }) => [step, before?.text, after?.text])).toEqual([
			['drifted', 'By hand: a?', 'Answer to a?'],
			['drifted', 'By hand: b?', 'Answer to b?'],
			['drifted', 'Text by hand', 'Content of Long'],
		]);
		// Another edit makes another plan, which nobody has approved.
		const [pairOfA] = items.filter(({ question }) => question === 'a?');
		const params = { id: agentId, pairId: pairOfA?.id ?? 0 };
		await api.call('updateQaPair', { params, body: { answer: 'Edited again' } });
		await decide(id, 'approve', view.question?.hash, { keep: ['qa a?'] });
		await eventually(
			async () => (await reviewOf(id)).view.question?.number,
			(seen) => seen === 2,
			'A second question',
		);
		const second = (await reviewOf(id)).view;
		expect(second.rows?.[0]?.before?.text).toBe('Edited again');
		await decide(id, 'approve', second.question?.hash, { keep: ['qa a?'] });
		const result = knowledgeSyncResultSchema.parse((await platform.ended(id)).result);
		expect([result.outcome, result.decisions.length]).toEqual(['applied', 2]);
		expect(await pairs()).toEqual(['a?: Edited again', 'b?: Answer to b?']);
	});
});

describe('texts and pages', () => {
	it('are added, changed and deleted, and a text by hand is a drift', async () => {
		const home = platform.sandbox.siteUrl;
		await sync([text('One'), text('Two'), { type: 'page', url: `${home}/?page=1` }]);
		expect((await sourceNames()).filter((name) => name.startsWith('text'))).toEqual(['text One', 'text Two']);
		const result = await sync([text('One', 'Changed'), { type: 'page', url: `${home}/?page=2` }]);
		expect(result.counts).toMatchObject({ done: 4, refused: 0 });
		expect(result.steps).toMatchObject({ update: 1, create: 1, delete: 2 });
		const again = await sync([text('One', 'Changed'), { type: 'page', url: `${home}/?page=2` }]);
		expect([again.steps.unchanged, again.counts.done]).toEqual([2, 0]);
	});
});

it('keeps what a plan changes as a file, with the texts before and after, and none if nothing differs', async () => {
	await sync([pair('a?'), pair('b?')]);
	const { id } = await start([pair('a?', 'New'), pair('c?')], { planOnly: true });
	const { differences } = knowledgeSyncResultSchema.parse((await platform.ended(id)).result);
	expect(differences).toMatchObject({ name: 'plan.json', link: `/v1/tasks/${encodeURIComponent(id)}/files/plan.json` });
	const stored = await store().open(fileKey(id, 'plan.json'));
	if (stored === null) throw new Error('There is no file.');
	const { rows, rowsNotShown } = planFileSchema.parse(JSON.parse((await buffer(stored.content)).toString()));
	expect(rowsNotShown).toBe(0);
	expect(rows.map(({ step, before, after }) => [step, before?.text ?? null, after?.text ?? null])).toEqual([
		['delete', 'Answer to b?', null],
		['update', 'Answer to a?', 'New'],
		['create', null, 'Answer to c?'],
	]);
	expect((await sync([pair('a?'), pair('b?')])).differences).toBeNull();
});

it('reads an uploaded CSV, and gives back what it cannot use', async () => {
	const csv = '\uFEFFQuestion;Answer\r\nHow much?;"Ten;\nor less"\r\nWhen?;\r\n';
	const { blob } = await receiveUpload(store(), Readable.from([csv]), 1_000_000);
	const result = await sync(undefined, { blob });
	expect([result.counts.done, result.refusedRows, result.refusedCsv?.name]).toEqual([1, 1, 'refused-rows.csv']);
	const reason = expect.stringMatching(/^answer /) as string;
	expect(result.unusable).toEqual([{ row: 3, source: 'The file', reason }]);
	expect(await pairs()).toEqual(['How much?: Ten;\nor less']);
});

it('is proven by searches', async () => {
	const handbook = text('Parcels', 'Parcels to Norway take five working days.');
	const rows = [pair('Do you ship to Norway?', 'Yes, within a week.'), handbook];
	const first = await sync(rows, { prove: true });
	expect(first.rows.map(({ outcome, proven }) => [outcome, proven])).toEqual([
		['done', true],
		['done', true],
	]);
	const second = await sync([pair('Where?', 'In the hall.')], { prove: true });
	expect(second.rows.map(({ step, proven }) => [step, proven]).toSorted()).toEqual([
		['create', true],
		['delete', true],
		['delete', true],
	]);
});

describe('what is at an address', () => {
	const served = new Map<string, string>();
	const server = createServer((request, response) => {
		const body = served.get(request.url ?? '');
		response.writeHead(body === undefined ? 404 : 200).end(body);
	});
	let site: string;
	beforeAll(async () => {
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		knowledgeHosts.push(new URL(site).host);
	});
	afterAll(() => server.close());

	it('is fetched in each run: a table', async () => {
		served.set('/sheet', 'question,answer\nWhen?,Now\nWhere?,Here\n');
		expect((await sync(undefined, { url: `${site}/sheet` })).counts.done).toBe(2);
		served.set('/sheet', 'question,answer\nWhen?,Later\n');
		expect((await sync(undefined, { url: `${site}/sheet` })).steps).toMatchObject({ update: 1, delete: 1 });
		expect(await pairs()).toEqual(['When?: Later']);
	});

	it('is fetched in each run: a sitemap, of which a broken part deletes nothing', async () => {
		const page = (name: string) => `<url><loc>${platform.sandbox.siteUrl}/?page=${name}</loc></url>`;
		const map = (...names: string[]) => `<?xml version="1.0"?><urlset>${names.map(page).join('')}</urlset>`;
		served.set('/sitemap.xml', map('a', 'b'));
		const url = `${site}/sitemap.xml`;
		const first = await sync(undefined, { url });
		expect(first.counts).toMatchObject({ done: 2 });
		served.set(
			'/sitemap.xml',
			`<sitemapindex><sitemap><loc>${site}/a.xml</loc></sitemap><sitemap><loc>${site}/gone.xml</loc></sitemap></sitemapindex>`,
		);
		served.set('/a.xml', map('a'));
		const half = await sync(undefined, { url });
		expect([half.steps.delete, half.steps.kept, half.broken.length]).toEqual([0, 1, 1]);
	});

	it('is read in each run: a folder beside the worker, of which patterns choose files', async () => {
		await mkdir(join(handbook, 'deep'), { recursive: true });
		await writeFile(join(handbook, 'returns.md'), '# Returns\n\nFree for 30 days.\n');
		await writeFile(join(handbook, 'deep', 'care.md'), '---\ntitle: Care\n---\nBrush it dry.\n');
		await writeFile(join(handbook, 'notes.txt'), 'Not for the agent.');
		const more = { url: 'folder:handbook', include: ['/**/*.md'] };
		expect((await sync(undefined, more)).counts.done).toBe(2);
		expect((await sourceNames()).filter((name) => name.startsWith('text'))).toEqual(['text Care', 'text Returns']);
		await writeFile(join(handbook, 'returns.md'), '# Returns\n\nFree for 60 days.\n');
		await rm(join(handbook, 'deep'), { recursive: true });
		expect((await sync(undefined, more)).steps).toMatchObject({ update: 1, delete: 1 });
		const { error } = await platform.ended((await start(undefined, { url: 'folder:other' })).id);
		expect(error?.detail).toContain('is no folder of knowledge.folders at this worker. Its folders: handbook');
	});

	it('that cannot be fetched fails the task, and sends nothing', async () => {
		await sync([pair('a?')]);
		const { status, error } = await platform.ended((await start(undefined, { url: `${site}/nothing` })).id);
		expect([status, error?.type, error?.detail]).toEqual([
			'failed',
			'unusable_set',
			expect.stringContaining('status 404'),
		]);
		const other = await platform.ended((await start(undefined, { url: 'http://169.254.169.254/latest' })).id);
		expect(other.error?.detail).toContain('may not fetch. Use a public address');
		expect(await pairs()).toHaveLength(1);
	});
});

it('puts each sync on record, with the plan that it made and how its rows ended', async () => {
	const histories = new SetHistories(
		openBlobs(blobsSchema.parse({ directory: platform.blobs })).store,
		new Keyring({ keys: [{ id: 'k1', secret: platform.secret }], current: 'k1' }),
	);
	const recorded = () => histories.read({ connection: 'sandbox', agentId, set: 'Handbook' });
	const plan = await sync([pair('a?')], { planOnly: true });
	expect(await recorded()).toMatchObject({ inStepAt: null, syncs: [{ outcome: 'planned', counts: { planned: 1 } }] });
	await sync([pair('a?')], { planHash: plan.planHash, drift: 'keep' });
	const other = await platform.ended((await start([pair('b?')], { planHash: plan.planHash })).id);
	const { inStepAt, syncs = [] } = (await recorded()) ?? {};
	expect(syncs.map(({ outcome, steps, counts }) => [outcome, steps.create, counts.done])).toEqual([
		['stopped', 1, 0],
		['applied', 1, 1],
		['planned', 1, 0],
	]);
	expect([syncs[0]?.taskId, syncs[1]?.planHash, inStepAt]).toEqual([other.id, plan.planHash, syncs[1]?.endedAt]);
	expect(syncs[1]?.settings).toEqual({ mode: 'mirror', drift: 'keep', existing: 'refuse', prove: false });
});
