import type { ReadRows, ReadSet } from '../../../workflows/knowledge-sync/activities';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import {
	type BrokenItem,
	collectRows,
	placeText,
	type ReadItem,
	type ReadRows as CollectedRows,
	SourceError,
} from '../../knowledge/rows/read-item';
import { RowsSeen } from '../../knowledge/rows/refuse-doubles';
import { NotText } from '../../problems/text-file';
import type { BlobStore } from '../../storage/blobs';
import type { KnowledgeSets } from '../../storage/knowledge-sets';
import { textIn } from '../add-sources/add-source';
import { finalFailure } from '../task/failure';
import { type OpenSet, withFetchedSet, withOpenSet } from './open-set';
import type { StoredRow } from './part-schemas';
import { plannedRow } from './planned-rows';
import type { StoredParts } from './stored-parts';

export interface ReadSetWith {
	store: BlobStore;
	sets: Pick<KnowledgeSets, 'read'>;
	parts: StoredParts;
	attempt: number;
	/** Which hosts sets may be fetched from; see `knowledge.hosts`. */
	hosts: readonly string[];
	/** Paths of folders beside the worker, by their names; see `knowledge.folders`. */
	folders: Readonly<Record<string, string>>;
	signal: AbortSignal;
}

/** The number of the part that has the titles of the columns. */
export const TITLES = 1;

/**
 * Reads the rows of a set, and stores them. Rows that cannot be used are stored beside them.
 * @throws a final failure if there is no row at all
 */
export async function readSet(request: ReadSet, given: ReadSetWith): Promise<ReadRows> {
	const { of, rows } = request;
	const { parts, attempt, sets } = given;
	const read = await (rows === undefined ? fromFile(request, given) : collected(fromInput(rows)));
	const { wanted, refused, broken } = read.rows;
	const stored: StoredRow[] = [];
	for (const { row, cells } of wanted) {
		const planned = await plannedRow(row, (reference) => textOf(row, reference, given));
		stored.push({ row, planned, cells: cells === undefined ? undefined : [...cells] });
	}
	await parts.writeAll('rows', 0, attempt, stored);
	await parts.write('refused', 0, attempt, refused);
	await parts.write('refused', TITLES, attempt, read.titles);
	const { manifest } = await sets.read(of);
	const types = new Set([...stored.map(({ row }) => row.type), ...(manifest?.items ?? []).map(({ type }) => type)]);
	return {
		attempt,
		rows: stored.length,
		refused: refused.length,
		broken: broken.map(sentenceOf),
		notes: read.notes,
		lists: [
			...(types.has('qa') ? ['pairs' as const] : []),
			...([...types].some((type) => type !== 'qa') ? ['sources' as const] : []),
		],
	};
}

/** What a source has, read to its end. */
type Collected = Omit<OpenSet, 'items'> & { rows: CollectedRows };

async function collected({ items, titles, notes }: OpenSet): Promise<Collected> {
	return { rows: await collectRows(new RowsSeen().refuseDoubles(items)), titles, notes };
}

function fromInput(rows: readonly WantedRow[]): OpenSet {
	async function* items(): AsyncGenerator<ReadItem> {
		for (const [index, row] of rows.entries())
			yield await Promise.resolve({ kind: 'wanted', place: { source: 'rows', row: index + 1 }, row });
	}
	return { items: items(), titles: [], notes: [] };
}

async function fromFile({ blob, url, include, exclude, columns }: ReadSet, given: ReadSetWith): Promise<Collected> {
	const { store, hosts, folders, signal } = given;
	try {
		if (url !== undefined)
			return await withFetchedSet(store, { url, include, exclude, columns, hosts, folders, signal }, collected);
		const read = await withOpenSet(store, { blob: blob ?? '', columns }, collected);
		if (read === null) throw gone(blob ?? '');
		return read;
	} catch (error) {
		if (error instanceof SourceError) throw unusable(url ?? 'The uploaded file', error);
		throw error;
	}
}

function sentenceOf({ place, reason }: BrokenItem): string {
	return `${placeText(place)}: ${reason}`;
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
