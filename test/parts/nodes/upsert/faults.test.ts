import { AlteringProxy } from '../../../support/nodes/altering-proxy';
import { World } from '../matrix/world';
import { questions, Upsert } from './rows';

// Create or Update while responses are lost or late, and with services that are not the sandbox.

let world: World;
let proxy: AlteringProxy;
beforeAll(async () => {
	world = await World.start();
	proxy = await AlteringProxy.start(world.node.sandbox.apiUrl);
});
afterEach(async () => {
	proxy.reset();
	await world.node.admin.clearFaults();
});
afterAll(async () => {
	await proxy.close();
	await world.close();
});

const upsertOf = async () => new Upsert(world, 'qaPair', await world.agent());
const PAIR = { question: 'Do you ship to Norway?', answer: 'Yes.' };

type Listed = { items: Array<Record<string, unknown>>; total: number };
/** The list with other items. */
const listed = (change: (item: Record<string, unknown>) => object) => (original: unknown) => {
	const { items, ...envelope } = original as Listed;
	return { ...envelope, items: items.map(change) };
};

describe('a lost response', () => {
	it.each([
		['lost-after', 1],
		['lost-before', 2],
	] as const)('of a creation (%s) leaves one pair, after %i requests', async (kind, requests) => {
		const upsert = await upsertOf();
		await world.node.admin.addFault('POST', upsert.path, { kind });
		const { rows } = await upsert.run([PAIR, { question: 'Why?', answer: 'So.' }]);
		expect(rows).toMatchObject([
			{ ...PAIR, outcome: 'created', audit: { requests, answerLost: true } },
			{ outcome: 'created' },
		]);
		expect((await upsert.counted([PAIR])).outcomes).toEqual(['unchanged']);
		expect(await world.total(upsert.path)).toBe(2);
	});

	it('of an update is repeated, which leads to the same state', async () => {
		const upsert = await upsertOf();
		await upsert.run([PAIR]);
		await world.node.admin.addFault('PATCH', `${upsert.path}/{pairId}`, { kind: 'lost-after' });
		const { rows } = await upsert.run([{ ...PAIR, answer: 'No.' }]);
		expect(rows).toMatchObject([{ answer: 'No.', outcome: 'updated' }]);
	});

	it('twice is an unknown outcome, which a later run settles by the list', async () => {
		const upsert = await upsertOf();
		await world.node.admin.addFault('POST', upsert.path, { kind: 'lost-before' });
		await world.node.admin.addFault('POST', upsert.path, { kind: 'lost-after' });
		const { error } = await upsert.run([PAIR]);
		expect(error?.message).toBe('Unknown outcome: the request may have taken effect');
		expect(error?.description).toContain('It reads the list first');
		expect((await upsert.counted([PAIR])).outcomes).toEqual(['unchanged']);
		expect(await world.total(upsert.path)).toBe(1);
	});

	it('is found though the service keeps words in its own form', async () => {
		const upsert = await upsertOf();
		proxy.alter('GET', /qa-pairs/, { body: listed((item) => ({ ...item, question: 'Do you ship to Norway?' })) }, 99);
		await world.node.admin.addFault('POST', upsert.path, { kind: 'lost-after' });
		const rows = [{ ...PAIR, question: ' Do you  ship to Norway? ' }];
		expect((await upsert.run(rows, { baseUrl: proxy.url })).rows).toMatchObject([{ audit: { requests: 1 } }]);
		expect(await world.total(upsert.path)).toBe(1);
	});
});

describe('the service', () => {
	it('that saves a pair and indexes it later gets no second request, and the row a warning', async () => {
		const upsert = await upsertOf();
		await world.node.admin.addFault('POST', upsert.path, { kind: 'indexing-unavailable' });
		const first = await upsert.counted([PAIR]);
		expect(first).toMatchObject({ creates: 1, rows: [{ ...PAIR, outcome: 'created' }] });
		expect(first.rows[0]?.warning).toEqual(expect.any(String));
		await world.node.admin.addFault('PATCH', `${upsert.path}/{pairId}`, { kind: 'indexing-unavailable' });
		const second = await upsert.counted([{ ...PAIR, answer: 'No.' }]);
		expect(second).toMatchObject({ updates: 1, rows: [{ answer: 'No.', outcome: 'updated' }] });
		expect(second.rows[0]?.warning).toEqual(expect.any(String));
		expect(second.hints).toHaveLength(1);
		expect((await upsert.counted([{ ...PAIR, answer: 'No.' }])).outcomes).toEqual(['unchanged']);
	});

	it('that asks to wait in the middle is waited for', async () => {
		const upsert = await upsertOf();
		await upsert.run(questions(4));
		const wait = { kind: 'status', status: 429, retryAfter: 0 } as const;
		await world.node.admin.addFault('PATCH', `${upsert.path}/{pairId}`, wait, 2);
		await world.node.admin.addFault('POST', upsert.path, wait, 2);
		const rows = questions(6).map((row, index) => (index === 1 ? { ...row, answer: 'Other.' } : row));
		const { outcomes } = await upsert.counted(rows);
		expect(outcomes).toEqual(['unchanged', 'updated', 'unchanged', 'unchanged', 'created', 'created']);
		expect(await world.total(upsert.path)).toBe(6);
	});

	it('that leaves a new pair on says so, and the next run turns it off', async () => {
		const upsert = await upsertOf();
		await world.node.admin.addFault('PATCH', `${upsert.path}/{pairId}`, { kind: 'status', status: 500 }, 3);
		const off = [{ ...PAIR, enabled: false }];
		expect((await upsert.run(off)).error?.description).toContain('The pair was created, and may still be on.');
		expect((await upsert.run(off)).rows).toMatchObject([{ enabled: false, outcome: 'updated' }]);
		expect(await world.total(upsert.path)).toBe(1);
	});

	it.each<[string, (original: unknown) => unknown, string]>([
		[
			'gives half of the list',
			(original) => ({ ...(original as Listed), items: [], total: 40 }),
			'The Q&A pairs of the agent cannot be compared',
		],
		[
			'shows no questions',
			listed((item) => ({ ...item, question: undefined })),
			'The service shows no question of its Q&A pairs',
		],
	])('that %s gets no write', async (_what, body, message) => {
		const upsert = await upsertOf();
		await upsert.run([PAIR]);
		proxy.alter('GET', /qa-pairs/, { body }, 99);
		const { error, rows, ...counted } = await upsert.counted(questions(3), { baseUrl: proxy.url });
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('Nothing was written to this agent.');
		expect({ rows, creates: counted.creates, updates: counted.updates }).toEqual({ rows: [], creates: 0, updates: 0 });
	});
});

describe('another service', () => {
	it('may have IDs that an address must encode, more fields, and no record in its responses', async () => {
		const upsert = new Upsert(world, 'qaPair', 'shop/ä #1 %');
		const pair = { ...PAIR, id: 'p/1 %', enabled: true, topic: 'shipping', createdAt: '2026-11-01T00:00:00Z' };
		const list = JSON.stringify({ items: [pair], total: 1, limit: 100, offset: 0 });
		const path = '/api/v1/agents/shop%2F%C3%A4%20%231%20%25/qa-pairs';
		proxy.alter('GET', new RegExp(`^${path}\\?`), { body: list, keptBack: true });
		proxy.alter('PATCH', new RegExp(`^${path}/p%2F1%20%25$`), { body: '', keptBack: true });
		const { rows, error } = await upsert.run([{ ...PAIR, answer: 'No.' }], { baseUrl: proxy.url });
		expect(error).toBeUndefined();
		expect(rows).toEqual([
			expect.objectContaining({ id: 'p/1 %', topic: 'shipping', answer: 'No.', outcome: 'updated' }) as object,
		]);
	});

	it('that shows a question in other words is named, because the next run would not find it', async () => {
		const upsert = await upsertOf();
		const cut = (original: unknown) => ({ ...(original as object), question: 'Do you ship' });
		proxy.alter('POST', /qa-pairs/, { body: cut });
		const { rows, hints } = await upsert.run([PAIR], { baseUrl: proxy.url });
		expect(rows).toMatchObject([{ outcome: 'created', warning: expect.stringContaining('Do you ship') as string }]);
		expect(hints).toHaveLength(1);
	});
});
