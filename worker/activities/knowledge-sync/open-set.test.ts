import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ColumnMapping } from '../../../workflows/knowledge-sync/columns-contract';
import { KnowledgeReader } from '../../knowledge/reading/knowledge-reader';
import { collectRows } from '../../knowledge/rows/read-item';
import { pair } from '../../knowledge/testing/read';
import { zipOf } from '../../knowledge/testing/zip';
import { receiveUpload } from '../../storage/blobs';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { withOpenSet } from './open-set';

const reader = new KnowledgeReader();
let folder: string;
let store: DirectoryStore;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'open-set-'));
	store = new DirectoryStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function rowsOf(content: string | Uint8Array, columns?: ColumnMapping) {
	const { blob } = await receiveUpload(store, Readable.from([Buffer.from(content)]), 1_000_000);
	return withOpenSet(blob, { store, reader, columns, signal: new AbortController().signal }, async ({ items }) =>
		(await collectRows(items)).wanted.map(({ row }) => row),
	);
}

it('reads the columns of a table that the caller names', async () => {
	expect(await rowsOf('Frage;Antwort\na;b\n', { question: 'Frage', answer: '2' })).toEqual([pair('a', 'b')]);
	await expect(rowsOf('Frage;Antwort\na;b\n', { question: 'Fragen' })).rejects.toThrow(
		/has no column "Fragen" for question\. Its columns are: Frage, Antwort/,
	);
});

it('refuses columns for what is no table', async () => {
	const lines = '{"question":"a","answer":"b"}\n';
	expect(await rowsOf(lines)).toEqual([pair('a', 'b')]);
	for (const content of [lines, await zipOf({ 'a.md': '# A\n\nb' })])
		await expect(rowsOf(content, { question: 1 })).rejects.toThrow(/^is no table, so it has no columns/);
});
