import type { ReadRows, ReadSet } from '../../../workflows/knowledge-sync/activities';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { shortText } from '../../../workflows/task/failure';
import type { KnowledgeReader, OpenSet } from '../../knowledge/reading/knowledge-reader';
import {
	type BrokenItem,
	MOST_ROWS,
	placeText,
	type ReadItem,
	SourceError,
	tooManyRows,
} from '../../knowledge/rows/read-item';
import { RowsSeen } from '../../knowledge/rows/refuse-doubles';
import { NotText } from '../../problems/text-file';
import type { BlobStore } from '../../storage/blobs';
import type { KnowledgeSets } from '../../storage/knowledge-sets';
import { textIn } from '../add-sources/add-source';
import { finalFailure } from '../task/failure';
import { withFetchedSet, withOpenSet } from './open-set';
import type { StoredRow } from './part-schemas';
import { PartWriter } from './part-writer';
import { plannedRow } from './planned-rows';
import { refusedWriter } from './refused-rows';
import type { StoredParts } from './stored-parts';

export interface ReadSetWith {
	store: BlobStore;
	sets: Pick<KnowledgeSets, 'read'>;
	reader: KnowledgeReader;
	parts: StoredParts;
	attempt: number;
	/** Which hosts sets may be fetched from; see `knowledge.hosts`. */
	hosts: readonly string[];
	/** Paths of folders beside the worker, by their names; see `knowledge.folders`. */
	folders: Readonly<Record<string, string>>;
	signal: AbortSignal;
}

/** Sentences about broken parts, which become part of the task's result. */
const MOST_TOLD = 50;
/** Characters. */
const LONGEST_TOLD = 300;

/**
 * Reads the rows of a set one after the other, and stores them. Rows that cannot be used are stored beside them.
 * @throws a final failure if there is no row at all
 */
export async function readSet(request: ReadSet, given: ReadSetWith): Promise<ReadRows> {
	const { of, rows } = request;
	const { sets, attempt } = given;
	const keep = (set: OpenSet) => keepRows(set, given);
	const read = await (rows === undefined ? fromFile(request, given, keep) : keep(fromInput(rows)));
	const { manifest } = await sets.read(of);
	const types = new Set([...read.types, ...(manifest?.items ?? []).map(({ type }) => type)]);
	return {
		attempt,
		rows: read.rows,
		refused: read.refused,
		...read.broken.told(),
		notes: read.notes,
		lists: [
			...(types.has('qa') ? ['pairs' as const] : []),
			...([...types].some((type) => type !== 'qa') ? ['sources' as const] : []),
		],
	};
}

/** What was stored of a source. */
interface Kept {
	rows: number;
	refused: number;
	broken: BrokenParts;
	types: Set<WantedRow['type']>;
	notes: string[];
}

/** Stores the items of a source, with a part of them in memory. @throws SourceError if there are more than a set may have */
async function keepRows({ items, titles, notes }: OpenSet, given: ReadSetWith): Promise<Kept> {
	const { parts, attempt } = given;
	const wanted = new PartWriter<StoredRow>(parts, 'rows', attempt);
	const refused = refusedWriter(parts, attempt);
	const broken = new BrokenParts();
	const types = new Set<WantedRow['type']>();
	for await (const item of new RowsSeen().refuseDoubles(items)) {
		if (item.kind === 'broken') broken.add(item);
		else {
			const cells = item.cells === undefined ? undefined : [...item.cells];
			const size = sizeOf(item.kind === 'wanted' ? Object.values(item.row) : []) + sizeOf(cells ?? []);
			if (item.kind === 'wanted') {
				const { row } = item;
				types.add(row.type);
				const planned = await plannedRow(row, (reference) => textOf(row, reference, given));
				await wanted.write({ row, planned, cells }, size);
			} else await refused.write({ place: item.place, problems: [...item.problems], cells }, size);
		}
		if (wanted.count + refused.count > MOST_ROWS) throw tooManyRows();
		given.signal.throwIfAborted();
	}
	await parts.write('titles', 0, attempt, titles);
	return { rows: await wanted.end(), refused: await refused.end(), broken, types, notes };
}

function sizeOf(values: readonly unknown[]): number {
	return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0);
}

function fromInput(rows: readonly WantedRow[]): OpenSet {
	async function* items(): AsyncGenerator<ReadItem> {
		for (const [index, row] of rows.entries())
			yield await Promise.resolve({ kind: 'wanted', place: { source: 'rows', row: index + 1 }, row });
	}
	return { items: items(), titles: [], notes: [] };
}

async function fromFile(
	{ blob, url, include, exclude, columns, knowledgeHosts }: ReadSet,
	given: ReadSetWith,
	keep: (set: OpenSet) => Promise<Kept>,
): Promise<Kept> {
	const { folders } = given;
	const hosts = { hosts: given.hosts, uses: knowledgeHosts };
	const opening = { ...given, columns };
	try {
		if (url !== undefined) return await withFetchedSet({ url, include, exclude, hosts, folders }, opening, keep);
		const read = await withOpenSet(blob ?? '', opening, keep);
		if (read === null) throw gone(blob ?? '');
		return read;
	} catch (error) {
		if (error instanceof SourceError) throw unusable(url ?? 'The uploaded file', error);
		throw error;
	}
}

/** Parts of a source that could not be read whole: the first ones in sentences, and how many there are. */
class BrokenParts {
	#count = 0;
	readonly #sentences: string[] = [];

	add({ place: { source, ...place }, reason }: BrokenItem): void {
		this.#count += 1;
		if (this.#sentences.length === MOST_TOLD) return;
		const at = placeText({ source: shortText(source, LONGEST_TOLD), ...place });
		this.#sentences.push(`${at}: ${shortText(reason, LONGEST_TOLD)}`);
	}

	told(): Pick<ReadRows, 'broken' | 'brokenParts'> {
		const more = this.#count - this.#sentences.length;
		if (more === 0) return { broken: this.#sentences };
		return { broken: [...this.#sentences, `And ${more} more.`], brokenParts: this.#count };
	}
}

/** @throws a final failure that names the row */
async function textOf(row: WantedRow, reference: string, { store }: ReadSetWith): Promise<string> {
	const name = row.type === 'text' ? row.title : '';
	try {
		const text = await textIn({ store }, reference);
		if (text === null) throw gone(reference, name);
		return text;
	} catch (error) {
		if (!(error instanceof NotText)) throw error;
		const detail = `The text "${name}" ${error.message} Nothing was sent.`;
		throw finalFailure({ type: 'not_text', title: 'A text of the set is not a text in UTF-8', status: 422, detail });
	}
}

function gone(reference: string, name?: string) {
	const what = name === undefined ? '' : ` of the text "${name}"`;
	const detail = `The gateway has no blob ${reference}${what}. Nothing was sent. Upload it again with PUT /v1/blobs, then start a task with it.`;
	return finalFailure({ type: 'blob_gone', title: 'The gateway no longer has the file', status: 410, detail });
}

function unusable(what: string, { message }: SourceError) {
	const detail = `${what} ${message}. Nothing was sent.`;
	return finalFailure({ type: 'unusable_set', title: 'The set cannot be read', status: 422, detail });
}
