import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client, Connection } from '@temporalio/client';
import type { Lead } from '../../api';
import type { PersonMode } from '../../workflows/persons/contract';
import { chunkKey, fileKey, handOutKey, openBlobs, readingKey, readLeads, writeLeads } from '../storage/blobs';
import { blobsSchema } from '../storage/settings';
import { personStores } from './person-stores';
import { Buckets } from '../storage/buckets';
import { Destinations } from '../destinations';
import { parquetOf } from '../storage/conversation-files/parquet';
import { NewLines } from '../storage/conversation-files/stored-lines';
import { groupOf, type Part, readGroupsOf } from '../storage/lead-files/chunk';
import { newChunk, storeChunk } from '../storage/lead-files/new-chunk';
import { leadFileOf } from '../storage/lead-files/lead-file';
import { Keyring } from '../temporal/keyring';
import { newSearch } from './search';
import { searchBlobs } from './search-blobs';

const EMAIL = 'ana@client.example';
const TASK = 'lead-export~one';
const RUN = 'run-1';

const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-search-'));
const blobs = openBlobs(blobsSchema.parse({ directory }));
const connection = Connection.lazy();
const client = new Client({ connection });
const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
const { synced, sets } = personStores({ blobs, keyring });
afterAll(async () => {
	rmSync(directory, { recursive: true });
	await connection.close();
});

const lead = (id: number, email: string, note = ''): Lead => ({
	id,
	email,
	agentId: 'agent',
	conversationId: 'c',
	name: 'Ada',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: { note },
	capturedAt: '2026-02-01T00:00:00Z',
});

async function placesIn(mode: PersonMode, email = EMAIL) {
	const search = newSearch(
		{ client, blobs, buckets: new Buckets({}), destinations: new Destinations({}), synced, sets },
		{ mode, person: { email, leads: [] }, since: 0, report: () => undefined },
	);
	await searchBlobs(search);
	const places = search.places.map(({ kind, state, count, where }) => ({ kind, state, count, where }));
	// A folder is listed in any order.
	return places.sort((one, other) => one.where.localeCompare(other.where));
}

async function idsOf(part: Part): Promise<number[]> {
	const ids: number[] = [];
	for await (const group of readGroupsOf(blobs.store, TASK, part)) ids.push(...group.leads().map(({ id }) => id));
	return ids;
}

test("a running export loses the person's leads; those of others who name the person stay, and are told of", async () => {
	const one = { chunk: 0, attempt: 1, run: RUN };
	const two = { chunk: 1, attempt: 1, run: RUN };
	const [first, second] = [chunkKey(TASK, 0, 1, RUN), chunkKey(TASK, 1, 1, RUN)];
	await storeChunk(
		blobs.store,
		TASK,
		one,
		await newChunk([lead(1, 'Ana@client.example'), lead(2, 'joana@client.example')]),
	);
	await storeChunk(
		blobs.store,
		TASK,
		two,
		await newChunk([lead(3, 'carl@client.example', `I know\n${EMAIL}`), lead(4, EMAIL)]),
	);
	const export_ = (where: string, state: string) => ({ kind: 'export-chunk', state, count: 1, where });
	const open = export_(second, 'open');
	const places = (state: string) => [export_(first, state), open, export_(second, state)];
	expect(await placesIn('find')).toEqual(places('found'));
	expect(await placesIn('erase')).toEqual(places('erased'));
	expect([await idsOf(one), await idsOf(two)]).toEqual([[2], [3]]);
	expect(await placesIn('erase')).toEqual([open]);
	for (const key of [first, second]) await blobs.store.remove(key);
});

test('what a knowledge sync has read is named if it contains the address, and is otherwise no trouble', async () => {
	const task = 'knowledge-sync/abc';
	const [one, other] = [chunkKey(task, 0, 1, RUN, 'rows'), chunkKey(task, 1, 1, RUN, 'rows')];
	const rows = (answer: string) => Buffer.from(JSON.stringify([{ row: { type: 'qa', question: 'Who?', answer } }]));
	await blobs.store.write(one, rows(`Ask\n${EMAIL}`));
	await blobs.store.write(other, rows('Nobody.'));
	expect(await placesIn('erase')).toEqual([{ kind: 'export-chunk', state: 'open', count: 1, where: one }]);
	for (const key of [one, other]) await blobs.store.remove(key);
});

test('the rows of a bulk action are no trouble, and named if one contains the address', async () => {
	const keyOf = (kind: string, row: number) => chunkKey('bulk-action~abc', row, 1, 'all', kind);
	const end = (detail: string) => Buffer.from(JSON.stringify({ status: 'refused', reason: { detail } }));
	const [lanes, one, other] = [keyOf('lanes', 0), keyOf('end-0', 0), keyOf('end-0', 1)];
	await blobs.store.write(lanes, Buffer.from(JSON.stringify({ by: 'one', lanes: [{ connection: 'main', rows: 2 }] })));
	await blobs.store.write(one, end('Nobody.'));
	await blobs.store.write(other, end(`Ask\n${EMAIL}`));
	expect(await placesIn('erase')).toEqual([{ kind: 'export-chunk', state: 'open', count: 1, where: other }]);
	for (const key of [lanes, one, other]) await blobs.store.remove(key);
});

test('a part of a run still is what was read when a person was erased from it', async () => {
	const part = { chunk: 0, attempt: 1, run: RUN };
	const held = await storeChunk(
		blobs.store,
		TASK,
		part,
		await newChunk([lead(9, EMAIL), lead(8, 'joana@client.example')]),
	);
	expect(held).toEqual([2, 9, 8]);
	expect(await placesIn('erase')).toMatchObject([{ kind: 'export-chunk', state: 'erased', count: 1 }]);
	expect(await idsOf({ ...part, held })).toEqual([8]);
	await blobs.store.remove(chunkKey(TASK, 0, 1, RUN));
});

test.each(['csv', 'ndjson', 'xlsx'] as const)('an address with U+0000 is found in a file (%s)', async (format) => {
	const email = 'a\0na@client.example';
	const file = fileKey(TASK, `leads.${format}`);
	async function* leads() {
		yield await Promise.resolve(groupOf([lead(3, email)]));
	}
	const { content } = leadFileOf({ format, spreadsheet: 'any' }, leads(), {
		fields: { names: [], hasShared: false },
		rows: 1,
	});
	await blobs.store.write(file, await buffer(content));
	expect(await placesIn('find', email)).toEqual([{ kind: 'export-file', state: 'found', count: 1, where: file }]);
	await blobs.store.remove(file);
});

test.each(['any', 'none', 'comma', 'semicolon'] as const)(
	'an address amid which a CSV file has an apostrophe is found (%s)',
	async (spreadsheet) => {
		const email = 'ana;-b,=c@client.example';
		const file = fileKey(TASK, 'leads.csv');
		async function* leads() {
			yield await Promise.resolve(groupOf([lead(3, email)]));
		}
		const { content } = leadFileOf({ format: 'csv', spreadsheet }, leads(), {
			fields: { names: [], hasShared: false },
			rows: 1,
		});
		await blobs.store.write(file, await buffer(content));
		expect(await placesIn('find', email)).toEqual([{ kind: 'export-file', state: 'found', count: 1, where: file }]);
		expect(await placesIn('find', 'other;-b,=c@client.example')).toEqual([]);
		await blobs.store.remove(file);
	},
);

/** Compressed texts name what they have in common once, so that hardly one address is in the bytes of the file. */
test('one of many similar addresses is found in a Parquet file', async () => {
	const addressOf = (index: number) => `visitor.${index}@client.example`;
	async function* conversations() {
		for (let index = 0; index < 60; index += 1) {
			const messages = [{ content: `Hi` }, { content: `Write to ${addressOf(index)}\u0000.` }];
			const conversation = { id: `c${index}`, messages, visitor: { email: addressOf(100 + index) } };
			yield await Promise.resolve({ agentId: 'agent', day: null, conversation });
		}
	}
	const file = fileKey(TASK, 'conversations.parquet');
	const parts: Buffer[] = [];
	for await (const part of parquetOf(conversations(), () => undefined)) parts.push(part);
	await blobs.store.write(file, Buffer.concat(parts));
	const found = (state: string) => [{ kind: 'export-file', state, count: 1, where: file }];
	for (const index of [0, 7, 31, 59, 100, 131, 159])
		expect([index, await placesIn('find', addressOf(index))]).toEqual([index, found('found')]);
	for (const email of ['sitor.7@client.example', 'visitor.60@client.example', 'visitor.15@client.example.org'])
		expect([email, await placesIn('find', email)]).toEqual([email, []]);
	expect(await placesIn('erase', addressOf(59))).toEqual(found('erased'));
	expect(await blobs.store.open(file)).toBeNull();
});

test('a Parquet file that cannot be read is told as what it is', async () => {
	const file = fileKey(TASK, 'broken.parquet');
	await blobs.store.write(file, Buffer.from('PAR1 broken PAR1'));
	expect(await placesIn('find')).toEqual([{ kind: 'export-file', state: 'failed', count: null, where: file }]);
	await blobs.store.remove(file);
});

test('a file in which the address follows a new line is found', async () => {
	const file = fileKey(TASK, 'leads.ndjson');
	await blobs.store.write(file, Buffer.from(JSON.stringify(lead(3, 'carl@client.example', `Ask\n${EMAIL}`))));
	await blobs.store.write(fileKey(TASK, 'others.ndjson'), Buffer.from(JSON.stringify(lead(5, 'joana@client.example'))));
	expect(await placesIn('erase')).toEqual([{ kind: 'export-file', state: 'erased', count: 1, where: file }]);
	expect(await blobs.store.open(file)).toBeNull();
	expect(await placesIn('find')).toEqual([]);
});

test('conversations that a running export has read are named, and their export continues', async () => {
	const task = 'conversation-export~one';
	const [theirs, others] = [0, 1].map((number) => chunkKey(task, number, 1, RUN, 'transcript'));
	const store = async (key: string, content: string) => {
		const lines = new NewLines();
		lines.add({ agentId: 'agent', day: null, conversation: { id: 'c', messages: [{ content }] } });
		await lines.store(blobs.store, key, 1);
	};
	await store(theirs ?? '', `Write to\n${EMAIL}`);
	await store(others ?? '', `Write to jo${EMAIL}`);
	for (const mode of ['find', 'erase'] as const)
		expect(await placesIn(mode)).toEqual([{ kind: 'export-chunk', state: 'open', count: 1, where: theirs }]);
	for (const key of [theirs, others]) await blobs.store.remove(key ?? '');
});

test('what cannot be read is told as what it is', async () => {
	const key = chunkKey('lead-export~two', 0, 1, RUN);
	await blobs.store.write(key, Buffer.from('broken'));
	expect(await placesIn('find')).toEqual([{ kind: 'export-chunk', state: 'failed', count: null, where: key }]);
	await blobs.store.remove(key);
});

test('leads that wait for a flow are deleted with those stored beside them, which their sync reads again', async () => {
	const [one, two] = [handOutKey('lead-sync~one', 'r.1'), handOutKey('lead-sync~one', 'r.2')];
	await writeLeads(blobs.store, one, [lead(1, EMAIL), lead(2, 'carl@client.example')]);
	await writeLeads(blobs.store, two, [lead(3, 'dora@client.example', `I know ${EMAIL}`)]);
	const open = { kind: 'flow-leads', state: 'open', count: 1, where: two };
	expect(await placesIn('erase')).toEqual([{ kind: 'flow-leads', state: 'erased', count: 1, where: one }, open]);
	expect((await readLeads(blobs.store, one)).size).toBe(0);
	expect(await placesIn('find')).toEqual([open]);
	await blobs.store.remove(two);
});

test('a page whose conversations a sync reads is deleted whole, in whatever words it names the person', async () => {
	const [one, two] = [readingKey('lead-sync~one', 'r.1.page'), readingKey('lead-sync~one', 'r.1.part-0')];
	await writeLeads(blobs.store, one, [lead(1, 'carl@client.example')]);
	await writeLeads(blobs.store, two, [
		{ ...lead(3, 'dora@client.example'), conversation: { transcript: `visitor: I know ${EMAIL}` } },
	]);
	expect(await placesIn('find')).toEqual([{ kind: 'flow-leads', state: 'found', count: 1, where: two }]);
	expect(await placesIn('erase')).toEqual([{ kind: 'flow-leads', state: 'erased', count: 1, where: two }]);
	expect(await placesIn('find')).toEqual([]);
	expect((await readLeads(blobs.store, one)).size).toBe(1);
	await blobs.store.remove(one);
});
