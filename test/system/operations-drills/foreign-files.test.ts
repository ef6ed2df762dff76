import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import fc from 'fast-check';
import { readSet } from '../../../worker/activities/knowledge-sync/read-set';
import { StoredParts } from '../../../worker/activities/knowledge-sync/stored-parts';
import { KnowledgeReader } from '../../../worker/knowledge/reading/knowledge-reader';
import {
	archiveOfFields,
	wideWorkbook,
	workbookOfStrings,
	workbookThatRepeats,
} from '../../../worker/knowledge/testing/hostile';
import { openBlobs, receiveUpload } from '../../../worker/storage/blobs';
import { blobsSchema } from '../../../worker/storage/settings';
import { type Cost, costOf } from '../../support/time/longest-turn';

/** What the process that asks for a file may be blocked, and grow by. */
const BOUNDS: Cost = { turnMs: 200, grownMb: 200 };
const RUNS = 60;

let directory: string;
let read: (content: Buffer) => Promise<{ cost: Cost; outcome: string }>;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'foreign-files-'));
	const { store } = openBlobs(blobsSchema.parse({ directory: join(directory, 'blobs') }));
	const reader = new KnowledgeReader();
	const of = { connection: 'main', agentId: 'one', set: 'set' };
	const sets = { read: () => Promise.resolve({ version: 0, manifest: null }) };
	let attempt = 0;
	read = async (content) => {
		const path = join(directory, 'upload');
		await writeFile(path, content);
		const { blob } = await receiveUpload(store, createReadStream(path), Infinity);
		attempt += 1;
		const { signal } = new AbortController();
		const given = { store, sets, reader, parts: new StoredParts(store, 'task', 'run'), attempt, signal };
		let outcome = '';
		const cost = await costOf(async () => {
			outcome = await readSet({ of, blob, run: 'run' }, { ...given, hosts: [], folders: {} }).then(
				({ rows, refused, broken }) => `${rows} rows, ${refused} refused, ${broken.length} broken`,
				(error: unknown) => {
					if (error instanceof ApplicationFailure && error.type === 'unusable_set') return error.message;
					throw error;
				},
			);
		});
		return { cost, outcome };
	};
	// The first read loads and compiles what all of them need.
	await read(Buffer.from('question,answer\na,b\n'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function expectWithin({ turnMs, grownMb }: Cost): void {
	expect(turnMs).toBeLessThan(BOUNDS.turnMs);
	expect(grownMb).toBeLessThan(BOUNDS.grownMb);
}

it.each([
	['front matter with 60,000 fields', () => archiveOfFields(60_000), /^1 rows, 1 refused/],
	['a cell in the last column', wideWorkbook, /^19999 rows/],
	['98 MB of texts', () => workbookOfStrings(5_700_000), /needs more than \d+ MB of memory to be read/],
	['one text as each answer', () => workbookThatRepeats(20_000), /more than (?:400|32) MB/],
])('a file with %s costs the process that asks for it next to nothing', async (_, make, says) => {
	const { cost, outcome } = await read(await make());
	expect(outcome).toMatch(says);
	expectWithin(cost);
});

it('a file with any small change costs no more, and is read or refused with a reason', async () => {
	const seeds = [
		await archiveOfFields(300),
		await wideWorkbook(),
		await workbookThatRepeats(20),
		Buffer.from('question;answer;type\n"a ""b""";c;qa\n;;\nd;"e\nf";text\n'),
		Buffer.from('{"question":"a","answer":"b"}\n{"title":"c","content":"\\u00e4"}\n'),
	];
	const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.integer({ min: 0, max: 255 }) });
	const changes = fc.array(change, { minLength: 1, maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...seeds), changes, async (seed, changed) => {
			const content = Buffer.from(seed);
			for (const { at, byte } of changed) content[Math.min(content.length - 1, Math.floor(at * content.length))] = byte;
			const { cost, outcome } = await read(content);
			expect(outcome).toMatch(/^(?:\d+ rows, |The set cannot be read: )/);
			expectWithin(cost);
		}),
		{ numRuns: RUNS },
	);
});
