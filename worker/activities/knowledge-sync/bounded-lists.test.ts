import { createServer } from 'node:http';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listen } from '../../../test/support/network/listen';
import type { Step } from '../../../workflows/knowledge-sync/plan';
import { KnowledgeReader } from '../../knowledge/reading/knowledge-reader';
import { fileKey, openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import type { PlannedRow } from './make-plan';
import type { PlannedStep, StoredRow } from './part-schemas';
import { piecesOf, pieceWith, rowsOf } from './part-pieces';
import { PartWriter } from './part-writer';
import { readSet } from './read-set';
import { readRefused, refusedWriter } from './refused-rows';
import { reportSet } from './report-set';
import { StoredParts } from './stored-parts';
import { readPlannedRows } from './stored-steps';

const directory = mkdtempSync(join(tmpdir(), 'bounded-lists-'));
afterAll(() => rm(directory, { recursive: true, force: true }));
const blobs = openBlobs(blobsSchema.parse({ directory }));
const parts = new StoredParts(blobs.store, 'task', 'run');
const of = { connection: 'main', agentId: 'one', set: 'set' };
const { signal } = new AbortController();

it('names the first parts that are broken, and counts the others', async () => {
	const entries = '<sitemap/>'.repeat(120);
	const site = await listen(createServer((_, response) => response.end(`<sitemapindex>${entries}</sitemapindex>`)));
	onTestFinished(() => site.close());
	const given = {
		store: blobs.store,
		sets: { read: () => Promise.resolve({ version: 0, manifest: null }) },
		reader: new KnowledgeReader(),
		parts,
		attempt: 1,
		hosts: [site.host],
		folders: {},
		signal,
	};
	const read = await readSet({ of, url: `${site.url}/sitemap.xml`, run: 'run' }, given);
	expect(read.broken).toHaveLength(51);
	expect(read.broken.slice(49)).toEqual([
		expect.stringMatching(/row 50: The sitemap names a sitemap without a valid address/),
		'And 70 more.',
	]);
	expect(read.brokenParts).toBe(120);
});

it('reads refused rows in parts', async () => {
	const row = (nth: number) => ({ place: { source: 'a', row: nth }, problems: [], cells: undefined });
	const rows = Array.from({ length: 250 }, (_, nth) => row(nth));
	const writer = refusedWriter(parts, 2);
	for (const each of rows) await writer.write(each, 0);
	await writer.end();
	let next = 0;
	for await (const { place } of readRefused(parts, 2)) expect(place.row).toBe(next++);
	expect(next).toBe(250);
});

it('stores and reads texts of a megabyte each, a hundred in a row, in pieces', async () => {
	const attempt = 5;
	const rows = Array.from({ length: 205 }, (_, nth): StoredRow => {
		const title = `Text ${nth}`;
		return {
			row: { type: 'text', title, content: 'Its text.' },
			planned: { key: title, type: 'text', name: title, body: '' },
		};
	});
	const writer = new PartWriter<StoredRow>(parts, 'rows', attempt);
	// Those of the second hundred are small.
	for (const [nth, row] of rows.entries()) await writer.write(row, nth < 100 ? 1024 * 1024 : 100);
	expect(await writer.end()).toBe(rows.length);
	const kept = rowsOf(attempt);
	const places: number[] = [];
	for await (const { from, values } of piecesOf(parts, kept, rows.length)) {
		expect(values).toEqual(rows.slice(from, from + values.length));
		places.push(from);
	}
	expect(places).toEqual([0, 32, 64, 96, 100, 200]);
	expect((await readPlannedRows(parts, { attempt, rows: rows.length })).map(({ key }) => key)).toEqual(
		rows.map(({ planned }) => planned.key),
	);
	for (const place of [0, 31, 32, 99, 100, 204]) {
		const { from, values } = await pieceWith(parts, kept, place);
		expect(values[place - from]).toEqual(rows[place]);
	}
	await expect(pieceWith(parts, kept, 205)).rejects.toMatchObject({ type: 'part_lost' });
	await expect(readPlannedRows(parts, { attempt, rows: 206 })).rejects.toMatchObject({ type: 'part_lost' });
});

const ROWS = 2_000;

it('gives a result that Temporal takes, whatever the questions say, and all of them in its file', async () => {
	const questions = Array.from({ length: ROWS }, (_, nth) => `${nth} ${'ä'.repeat(3_900)}`);
	const rows = questions.map((question): StoredRow => {
		const planned: PlannedRow = { key: question, type: 'qa', name: question, body: '' };
		return { row: { type: 'qa', question, answer: 'a' }, planned, cells: [question, 'a'] };
	});
	await parts.writeAll('rows', 0, 4, rows);
	const steps = rows.map(({ planned }, row): PlannedStep => {
		const { key, name } = planned;
		const step: Step = {
			kind: 'conflict',
			key,
			type: 'qa',
			name,
			row,
			id: null,
			inTheWay: null,
			replaced: [],
			formerKey: null,
			changes: [],
			reason: 'exists',
			asks: false,
		};
		return { step, wanted: planned, edited: null, shown: null, does: 'skip', doubles: [] };
	});
	await parts.writeAll('plan', 0, 4, steps);
	const refused = refusedWriter(parts, 4);
	const long = { place: { source: 'x'.repeat(60_000) }, problems: [{ field: null, reason: 'y'.repeat(10_000) }] };
	for (let nth = 0; nth < 120; nth += 1) await refused.write({ ...long, cells: ['c', 'd'] }, 0);
	await refused.end();
	await parts.write('titles', 0, 4, ['question', 'answer']);
	const plan = { round: 0, attempt: 4, steps: ROWS, run: 'run' };
	const stored = { attempt: 4, rows: ROWS };
	const asked = { of, plan, last: plan, rows: stored, ends: [], sources: [], unproven: null, run: 'run' };
	const reported = await reportSet(
		{ ...asked, stoppedBy: null, isPlanOnly: true },
		{ blobs, buckets: new Buckets({}), parts, taskId: 'task', signal },
	);
	expect(Buffer.byteLength(JSON.stringify(reported))).toBeLessThan(1_500_000);
	expect(reported.rows.length + reported.rowsNotShown).toBe(ROWS);
	expect(reported).toMatchObject({ refusedRows: ROWS + 120, counts: { refused: ROWS } });
	const file = await blobs.store.open(fileKey('task', 'refused-rows.csv'));
	if (file === null) throw new Error('There is no file.');
	expect((await text(file.content)).split('\r\n')).toHaveLength(ROWS + 120 + 2);
});
