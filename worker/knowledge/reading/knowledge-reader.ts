import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BoundedReader, type Bounds, builtReader, ReaderError, type Reason } from '../../../api/bounded-reader';
import type { ColumnMapping } from '../../../workflows/knowledge-sync/columns-contract';
import { noTable, problemIn, type TablePreview } from '../files/table-preview';
import type { WrittenFile } from '../files/written-file';
import type { KnowledgeSet } from '../folders/knowledge-file';
import { linesIn } from '../lines/lines-in';
import { type ReadItem, SourceError } from '../rows/read-item';
import type { ParseSitemap } from '../sitemaps/read-sitemap';
import { OneByOne } from './one-by-one';
import { answerSchema, ITEMS, lineSchema, type ReaderAnswer, type ReaderTask } from './tasks';

/** Where the built thread is: beside the program, or, if it runs from source, in the last build. */
const FOLDERS = [__dirname, join(__dirname, '../../dist')];
const THREAD = 'knowledge-thread.js';

/**
 * A set of 20,000 rows takes seconds, and its largest workbook some 400 MB. A folder may have files of many GB, which
 * nobody else has written.
 */
const BOUNDS: Readonly<Record<ReaderTask['task'], Bounds>> = {
	file: { timeMs: 120_000, heapMb: 768, processMb: 896 },
	folder: { timeMs: 3_600_000, heapMb: 512, processMb: 896 },
	set: { timeMs: 3_600_000, heapMb: 512, processMb: 896 },
	preview: { timeMs: 20_000, heapMb: 768, processMb: 896 },
	sitemap: { timeMs: 60_000, heapMb: 256, processMb: 512 },
};

/**
 * Each reader may take half of the memory that is left. So one of them reads at a time in a process, whoever asked for it,
 * and one previews, so that a person does not wait for a set.
 */
const turns = { reading: new OneByOne(), preview: new OneByOne() };

/** What a set has. */
export interface OpenSet {
	items: AsyncIterable<ReadItem>;
	/** Titles of the columns of a table; empty for another source. */
	titles: readonly string[];
	/** What was assumed, in sentences. */
	notes: string[];
}

/** Of foreign content. While it only waits for its turn, it ends no worker. */
export type ReadingState = 'waiting' | 'reading';
type EnterState = (state: ReadingState) => void;

/** Keeps a file until the service gets it. @returns its reference: `sha256:` and 64 hexadecimal digits */
export type KeepFile = (path: string) => Promise<string>;

/**
 * Reads foreign files, each in a process of its own with bounds on time and memory. No file can block or end this one. A
 * bound that is reached is a `SourceError` that names it.
 */
export class KnowledgeReader {
	readonly #bounds: Partial<Bounds>;
	readonly #enter: EnterState;

	/**
	 * @param bounds default: those of each task
	 * @param enter learns when a file waits for its turn, and when it is read
	 */
	constructor({ bounds = {}, enter = () => undefined }: { bounds?: Partial<Bounds>; enter?: EnterState } = {}) {
		this.#bounds = bounds;
		this.#enter = enter;
	}

	/**
	 * Reads CSV, NDJSON, XLSX, or a ZIP archive of files. Which of them it is, its content says.
	 * @param keep keeps the content of a file of the archive
	 * @throws SourceError if it gives no rows at all
	 */
	async file(
		{ path, folder }: WrittenFile,
		{ columns, keep, signal }: { columns?: ColumnMapping | undefined; keep: KeepFile; signal?: AbortSignal },
	): Promise<OpenSet> {
		return this.#items({ task: 'file', path, ...(columns && { columns }) }, folder, keep, signal);
	}

	/** Reads the files of a folder of this machine: Markdown becomes a text, any other file a file. @throws SourceError */
	folder(
		folder: string,
		{ include, exclude }: { include?: readonly string[] | undefined; exclude?: readonly string[] | undefined },
		{ into, keep, signal }: { into: string; keep: KeepFile; signal?: AbortSignal },
	): Promise<OpenSet> {
		const patterns = { ...(include && { include: [...include] }), ...(exclude && { exclude: [...exclude] }) };
		return this.#items({ task: 'folder', folder, ...patterns }, into, keep, signal);
	}

	/** Reads the tables, texts and files of a set of a folder, and not its sitemaps. @throws SourceError */
	set(folder: string, set: KnowledgeSet, { into, keep }: { into: string; keep: KeepFile }): Promise<OpenSet> {
		return this.#items({ task: 'set', folder, set }, into, keep);
	}

	/** Looks at a table as a set is read. What is wrong with it is its `problem`. */
	async preview(path: string, columns: ColumnMapping | undefined): Promise<TablePreview> {
		try {
			const answer = await this.#ask({ task: 'preview', path, ...(columns && { columns }) });
			return expected(answer, 'preview').preview;
		} catch (error) {
			return noTable(problemIn(error));
		}
	}

	readonly sitemap: ParseSitemap = async (path, pages, signal) => {
		const { sitemaps, fault } = expected(await this.#ask({ task: 'sitemap', path, pages }, signal), 'sitemap');
		return { sitemaps, fault };
	};

	async #items(task: ItemsTask, folder: string, keep: KeepFile, signal?: AbortSignal): Promise<OpenSet> {
		const into = join(folder, 'read');
		await mkdir(into, { mode: 0o700 });
		const { titles, notes } = expected(await this.#ask({ ...task, into }, signal), 'items');
		return { titles, notes, items: itemsIn(into, keep) };
	}

	async #ask(task: ReaderTask, signal?: AbortSignal): Promise<ReaderAnswer> {
		const turn = task.task === 'preview' ? turns.preview : turns.reading;
		this.#enter('waiting');
		const end = await turn.begin(signal);
		try {
			this.#enter('reading');
			return await this.#askNow(task, signal);
		} finally {
			end();
		}
	}

	async #askNow(task: ReaderTask, signal?: AbortSignal): Promise<ReaderAnswer> {
		const bounds = withinMachine({ ...BOUNDS[task.task], ...this.#bounds });
		const reader = new BoundedReader(builtReader(THREAD, FOLDERS), bounds);
		try {
			const answer = answerSchema.parse(await reader.ask(task, signal));
			if (answer.answer === 'refused') throw new SourceError(answer.message);
			return answer;
		} catch (error) {
			if (!(error instanceof ReaderError)) throw error;
			// At another time or on another machine there is room, so the caller retries it.
			if (error.reason === 'killed') throw new Error(KILLED);
			throw new SourceError(boundText(error.reason, bounds));
		} finally {
			reader.end();
		}
	}
}

type Without<Task, Field extends string> = Task extends unknown ? Omit<Task, Field> : never;
type ItemsTask = Without<Extract<ReaderTask, { into: string }>, 'into'>;

async function* itemsIn(into: string, keep: KeepFile): AsyncGenerator<ReadItem> {
	for await (const text of linesIn(join(into, ITEMS))) {
		const line = lineSchema.parse(JSON.parse(text));
		if (line.kind !== 'wanted') yield line;
		else {
			const { contentAt, ...item } = line;
			if (contentAt === undefined || item.row.type !== 'file') yield item;
			else yield { ...item, row: { ...item.row, blob: await keep(contentAt) } };
		}
	}
}

const KILLED =
	'The system ended the reader of the file, so the machine or the container has too little memory. Give the worker more of it.';

const MEGABYTE = 1024 * 1024;
/** Every reader starts with so much, and a small table needs no more. */
const LEAST_MB = 160;

/**
 * At most half of the memory that the machine or the container has left: where a container runs out of memory, Kubernetes
 * ends all of its processes.
 */
function withinMachine({ timeMs, heapMb, processMb = heapMb }: Bounds): Bounds {
	const half = Math.max(LEAST_MB, Math.floor(process.availableMemory() / MEGABYTE / 2));
	return { timeMs, heapMb: Math.min(heapMb, half), processMb: Math.min(processMb, half) };
}

function boundText(reason: Exclude<Reason, 'killed'>, { timeMs, heapMb }: Bounds): string {
	switch (reason) {
		case 'time':
			return `could not be read within ${timeMs / 1000} s. Split it, or save it as CSV`;
		case 'memory':
			return `needs more than ${heapMb} MB of memory to be read. Split it, or save it as CSV`;
		case 'broken':
			return 'is damaged, so that its reader ended. Save it again';
	}
}

function expected<Name extends ReaderAnswer['answer']>(answer: ReaderAnswer, name: Name) {
	if (isNamed(answer, name)) return answer;
	throw new Error(`The reader of knowledge sent an unexpected response: ${answer.answer}.`);
}

function isNamed<Name extends ReaderAnswer['answer']>(
	answer: ReaderAnswer,
	name: Name,
): answer is Extract<ReaderAnswer, { answer: Name }> {
	return answer.answer === name;
}
