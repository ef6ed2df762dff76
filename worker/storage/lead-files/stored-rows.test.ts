import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Lead } from '../../../api';
import { chunkKey } from '../blobs';
import { DirectoryStore } from '../blobs/directory-store';
import { parseChunk } from './chunk';
import { chunkWithout, newChunk, storeChunk } from './new-chunk';
import { CollectedLeads, fieldColumns } from './collected-leads';
import type { FieldColumns } from './field-names';
import { leadFileOf, rowsOf } from './lead-file';

const TASK = 'lead-export~rows';
const FILES = [
	...(['any', 'comma', 'semicolon', 'none'] as const).map((spreadsheet) => ({ format: 'csv' as const, spreadsheet })),
	{ format: 'ndjson' as const, spreadsheet: 'any' as const },
];

let folder: string;
let store: DirectoryStore;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-rows-'));
	store = new DirectoryStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const someText = fc.oneof(fc.string(), fc.constantFrom('=1+1', 'a,b', 'a;b', 'a\r\n"b"', '日本語', "'x", '+49 30'));
const leadOf = fc
	.record({ id: fc.integer({ min: 1, max: 400 }), agentId: fc.constantFrom('a', 'a', 'a', 'b') })
	.chain((known) =>
		fc.record({
			id: fc.constant(known.id),
			agentId: fc.constant(known.agentId),
			conversationId: fc.constant('c'),
			name: someText,
			email: someText,
			phone: fc.option(someText),
			city: someText,
			country: fc.constant(''),
			countryCode: fc.constant('DE'),
			fields: fc.dictionary(fc.constantFrom('size', 'company'), fc.oneof(someText, fc.double()), { maxKeys: 2 }),
			capturedAt: fc.constant('2026-11-21T10:00:00.000Z'),
		}),
	);
const chunksOf = fc.array(fc.uniqueArray(leadOf, { selector: ({ id }) => id, maxLength: 130 }), { maxLength: 4 });

async function fileOf(chunks: Lead[][], run: string, file: (typeof FILES)[number]): Promise<string> {
	const none = () => undefined;
	const collected = { store, taskId: TASK, chunks: chunks.length, attempts: {}, run, parts: [] };
	const fields = await fieldColumns(collected, none);
	return text(leadFileOf(file, new CollectedLeads(collected, none), { fields, rows: 0 }).content);
}

it.each(FILES)(
	'a file of stored rows is that of the leads, repeats and erased ones left out ($format, $spreadsheet)',
	async (file) => {
		let runs = 0;
		await fc.assert(
			fc.asyncProperty(chunksOf, fc.integer({ min: 1, max: 400 }), async (chunks, gone) => {
				runs += 1;
				const [withRows, without] = [`rows-${runs}`, `leads-${runs}`];
				for (const [chunk, leads] of chunks.entries()) {
					await storeChunk(store, TASK, { chunk, attempt: 1, run: withRows }, await newChunk(leads, rowsOf(file)));
					await storeChunk(store, TASK, { chunk, attempt: 1, run: without }, await newChunk(leads));
				}
				expect(await fileOf(chunks, withRows, file)).toBe(await fileOf(chunks, without, file));
				const [first = []] = chunks;
				if (!first.some(({ id }) => id === gone)) return;
				const kept = first.filter(({ id }) => id !== gone);
				for (const run of [withRows, without]) {
					const key = chunkKey(TASK, 0, 1, run);
					const stored = await store.open(key);
					const chunk = await parseChunk(stored === null ? Buffer.alloc(0) : await buffer(stored.content));
					expect(chunk.leads).toEqual(JSON.parse(JSON.stringify(first)));
					await store.write(key, await chunkWithout(chunk, kept));
				}
				expect(await fileOf(chunks, withRows, file)).toBe(await fileOf(chunks, without, file));
			}),
			{ numRuns: 40 },
		);
	},
);

it('writes the stored rows where the columns are those of the whole file, and makes the others', async () => {
	const lead = (id: number, fields: Lead['fields']): Lead => ({
		id,
		agentId: 'a',
		conversationId: 'c',
		name: 'Ada',
		email: 'e',
		phone: null,
		city: '',
		country: '',
		countryCode: '',
		fields,
		capturedAt: '2026-11-21T10:00:00.000Z',
	});
	const chunks = [[lead(3, { size: 1, company: 'x' })], [lead(2, { size: 2 })]];
	const marked =
		({ names }: FieldColumns) =>
		(leads: readonly Lead[]) =>
			`rows of ${leads.length}, ${names.join()}\n`;
	for (const [chunk, leads] of chunks.entries())
		await storeChunk(store, TASK, { chunk, attempt: 1, run: 'marked' }, await newChunk(leads, marked));
	const lines = (await fileOf(chunks, 'marked', { format: 'csv', spreadsheet: 'none' })).split(/\r?\n/);
	expect(lines.slice(1)).toEqual(['rows of 1, company,size', '2,a,c,Ada,e,,,,,2026-11-21T10:00:00.000Z,,2', '']);
});
