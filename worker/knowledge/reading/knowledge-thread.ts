import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ColumnMapping } from '../../../workflows/knowledge-sync/columns-contract';
import { handleTasks, isTooDeep, isTooLong } from '../../../api/bounded-reader';
import { readArchive } from '../archives/read-archive';
import { previewTable } from '../files/preview-table';
import { FILE_NAME } from '../files/file-name';
import { openSetFile } from '../files/set-file';
import { readFiles, readFilesOfSet } from '../folders/read-folder';
import { readNdjson } from '../lines/read-ndjson';
import { notMapped, type ReadItem, SourceError } from '../rows/read-item';
import { parseSitemap } from '../sitemaps/parse-sitemap';
import { notesOf, readTable } from '../tables/read-table';
import { JsonLines } from './json-lines';
import { ITEMS, type ReaderAnswer, taskSchema } from './tasks';

/** The thread that reads foreign files. If a file breaks a library, it breaks only this thread. */
handleTasks(async (task): Promise<ReaderAnswer> => {
	try {
		return await answerTo(task);
	} catch (error) {
		const message = reasonOf(error);
		if (message === undefined) throw error;
		return { answer: 'refused', message };
	}
});

function reasonOf(error: unknown): string | undefined {
	if (error instanceof SourceError) return error.message;
	if (isTooDeep(error)) return 'is nested too deeply to be read';
	return isTooLong(error) ? 'has a text that is longer than any text may be' : undefined;
}

async function answerTo(given: unknown): Promise<ReaderAnswer> {
	const task = taskSchema.parse(given);
	switch (task.task) {
		case 'file':
			return readFile(task.path, task.columns, task.into);
		case 'folder':
			return readItems(task.into, (keep) => readFiles(task.folder, { ...task, keep: keep.inPlace }));
		case 'set':
			return readItems(task.into, (keep) => readFilesOfSet(task.folder, task.set, keep.inPlace));
		case 'preview':
			return { answer: 'preview', preview: await previewTable(task.path, task.columns) };
		case 'sitemap':
			return readSitemap(task.path, task.pages);
	}
}

/** Where the contents of files are. */
class KeptFiles {
	/** By their references. */
	readonly places = new Map<string, string>();

	constructor(private readonly folder: string) {}

	/** Of an archive: unpacked into a file of its own. */
	readonly unpacked = (content: Uint8Array): Promise<string> => {
		const digest = digestOf(content);
		const path = join(this.folder, digest);
		if (!this.places.has(referenceTo(digest))) writeFileSync(path, content, { mode: 0o600 });
		return this.#kept(digest, path);
	};

	/** Of a folder: where it is. */
	readonly inPlace = (content: Uint8Array, path: string): Promise<string> => this.#kept(digestOf(content), path);

	#kept(digest: string, path: string): Promise<string> {
		this.places.set(referenceTo(digest), path);
		return Promise.resolve(referenceTo(digest));
	}
}

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const referenceTo = (digest: string) => `sha256:${digest}`;

async function readItems(into: string, itemsOf: (keep: KeptFiles) => AsyncIterable<ReadItem>): Promise<ReaderAnswer> {
	const keep = new KeptFiles(into);
	const lines = new JsonLines(join(into, ITEMS));
	for await (const item of itemsOf(keep)) {
		const contentAt = item.kind === 'wanted' && item.row.type === 'file' ? keep.places.get(item.row.blob) : undefined;
		lines.write(contentAt === undefined ? item : { ...item, contentAt });
	}
	lines.end();
	return { answer: 'items', titles: [], notes: [] };
}

async function readFile(path: string, columns: ColumnMapping | undefined, into: string): Promise<ReaderAnswer> {
	const file = await openSetFile(path);
	if (file.kind === 'table') {
		const table = await readTable(file.table, columns === undefined ? {} : { mapping: columns });
		await readItems(into, () => table.items());
		return { answer: 'items', titles: [...table.titles], notes: notesOf(table, FILE_NAME) };
	}
	if (columns !== undefined) throw notMapped();
	return readItems(into, (keep) =>
		file.kind === 'lines' ? readNdjson(file.source) : readArchive(file.path, keep.unpacked),
	);
}

async function readSitemap(path: string, pages: string): Promise<ReaderAnswer> {
	const lines = new JsonLines(pages);
	const sitemap = await parseSitemap(path, (page) => lines.write(page));
	lines.end();
	return { answer: 'sitemap', ...sitemap };
}
