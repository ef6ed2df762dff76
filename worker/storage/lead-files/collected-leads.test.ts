import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { Lead } from '../../../api';
import { chunkKey } from '../blobs';
import { DirectoryStore } from '../blobs/directory-store';
import { type Part, readGroupsOf } from './chunk';
import { newChunk, storeChunk } from './new-chunk';
import { CollectedLeads, fieldColumns } from './collected-leads';
import { LeadIds } from './lead-ids';

const lead = (id: number, agentId: string, fields: Record<string, unknown> = {}): Lead => ({
	id,
	agentId,
	fields,
	conversationId: 'c',
	name: 'n',
	email: 'e',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	capturedAt: '2026-11-21T10:00:00.000Z',
});
const first = (chunk: number) => ({ chunk, attempt: 1, run: 'run' });
const nothing = () => undefined;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-chunks-'));
	const store = new DirectoryStore(folder);
	await storeChunk(store, 'lead-export~x', first(0), await newChunk([lead(3, 'a', { 'b\nc': 1 }), lead(2, 'a')]));
	await storeChunk(
		store,
		'lead-export~x',
		first(1),
		await newChunk([lead(2, 'a', { a: 1 }), lead(2, 'b'), lead(1, 'a')]),
	);
	await storeChunk(store, 'lead-export~x', first(2), await newChunk([]));
});
afterAll(() => rm(folder, { recursive: true }));

const collected = (chunks: number) => ({
	store: new DirectoryStore(folder),
	taskId: 'lead-export~x',
	chunks,
	attempts: {},
	run: 'run',
	parts: [],
});

it('gives each lead of each agent once, in the order in which they were read', async () => {
	const leads = new CollectedLeads(collected(3), nothing);
	const seen: string[] = [];
	for await (const some of leads) seen.push(...some.leads().map(({ agentId, id }) => `${agentId}${id}`));
	expect(seen).toEqual(['a3', 'a2', 'b2', 'a1']);
	expect([leads.rows, leads.repeats, Object.fromEntries(leads.rowsOf)]).toEqual([4, 1, { a: 3, b: 1 }]);
});

it('knows the columns of all chunks', async () => {
	expect((await fieldColumns(collected(3), nothing)).names).toEqual(['a', 'b\nc']);
});

it('says so when a chunk is not there', async () => {
	await expect(fieldColumns(collected(4), nothing)).rejects.toThrow('Part 3 of the leads is missing');
});

describe('a chunk of many leads', () => {
	const many = Array.from({ length: 250 }, (_, index) => lead(250 - index, 'a', { note: `line\n${index}` }));
	const part: Part = { ...first(9), run: 'many', held: [250, 250, 1] };
	const key = chunkKey('lead-export~x', 9, 1, 'many');
	const read = async () => {
		const seen: Lead[][] = [];
		for await (const group of readGroupsOf(collected(0).store, 'lead-export~x', part)) seen.push(group.leads());
		return seen;
	};

	it('gives them in their order, few at a time', async () => {
		expect(await storeChunk(collected(0).store, 'lead-export~x', part, await newChunk(many))).toEqual(part.held);
		const seen = await read();
		expect(seen.map(({ length }) => length)).toEqual([100, 100, 50]);
		expect(seen.flat()).toEqual(many);
	});

	it.each([1, 1_000, 30_000])('fails where it was cut by %i bytes', async (cut) => {
		const { store } = collected(0);
		await storeChunk(
			store,
			'lead-export~x',
			part,
			await newChunk(many, () => (leads) => leads.map(({ id }) => `${id}\n`).join('')),
		);
		const whole = await buffer((await store.open(key))?.content ?? Readable.from([]));
		await store.write(key, whole.subarray(0, whole.length - cut));
		await expect(read()).rejects.toThrow('Part 9 holds');
	});

	it('fails where some of them are missing', async () => {
		const { store } = collected(0);
		await storeChunk(store, 'lead-export~x', part, await newChunk(many));
		const content = await text((await store.open(key))?.content ?? Readable.from([]));
		await store.write(key, Buffer.from(content.slice(0, content.lastIndexOf('{"leads":'))));
		await expect(read()).rejects.toThrow('holds 200 leads from id 250 to 51, but the export had read 250 leads');
	});
});

it('knows each id that was added, and no other', () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.nat(3_000), fc.nat(2 ** 40)), { maxLength: 3_000 }), (ids) => {
			const [ours, theirs] = [new LeadIds(), new Set<number>()];
			for (const id of ids) {
				expect(ours.add(id)).toBe(!theirs.has(id));
				theirs.add(id);
			}
		}),
		{ numRuns: 50 },
	);
});

it('knows ids of a block that became a row of bits', () => {
	const ids = new LeadIds();
	const some = Array.from({ length: 5_000 }, (_, index) => index * 3);
	expect(some.every((id) => ids.add(id))).toBe(true);
	expect(some.some((id) => ids.add(id))).toBe(false);
	expect(ids.add(1)).toBe(true);
});
