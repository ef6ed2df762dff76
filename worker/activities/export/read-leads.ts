import { type ApiClient, type Lead, offsetAfter, type Page, type Window } from '../../../api';
import type { LeadsRead, ReadLeads } from '../../../workflows/export/activities';
import { PAGE_SIZE, STEP } from '../../../workflows/export/place';
import type { BlobStore } from '../../storage/blobs';
import { NewChunk, newChunk, type RowsOf, storeChunk } from '../../storage/lead-files/new-chunk';
import { rowsOf } from '../../storage/lead-files/lead-file';
import type { ErasedLeads } from '../../privacy';
import { apiFailure, keyMissing } from '../task/failure';
import { readListPage } from '../task/list-page';
import { wantedOf } from '../task/wanted-leads';

/** Time within which the last page of a dispatch begins. With the 30 s of a call it stays below the activity's 90 s. */
const BEGIN_WITHIN_MS = 20_000;

/** Requests under way: the service makes the next page while the worker takes in this one. */
const REQUESTS_AT_ONCE = 2;

/** Pages of the first read of a list. The next reads begin, several at once, only when it says how long the list is. */
const FIRST_PAGES = 5;

export interface ReadLeadsWith {
	api: ApiClient;
	store: BlobStore;
	taskId: string;
	attempt: number;
	/** Number of pages that one dispatch may read. The first one of a list reads fewer. */
	pagesAtOnce: number;
	erased: Pick<ErasedLeads, 'test'>;
	signal: AbortSignal;
}

/** Pages read one after the other. Each shares at least one lead with the one before. */
interface Pages {
	known: Set<number>;
	/** Ids of each page. */
	ids: number[][];
	total: number;
	nextOffset: number;
	ended: boolean;
}

/**
 * Reads up to `pagesAtOnce` pages, or `FIRST_PAGES` at the top of the list. It stores their leads, and their rows of the
 * file, under the run, the number of the chunk and the attempt.
 *
 * If a later page fails, the activity still stores the pages before it. The failed page becomes the first one of the
 * next dispatch, which reports the failure.
 * @throws the failure of the first page (`apiFailure`), or of a missing key (`keyMissing`)
 */
export async function readLeads(request: ReadLeads, given: ReadLeadsWith): Promise<LeadsRead> {
	const { store, taskId, attempt, pagesAtOnce, erased, signal } = given;
	const mostPages = request.offset === 0 ? Math.min(FIRST_PAGES, pagesAtOnce) : pagesAtOnce;
	const pages: Pages = { known: new Set(), ids: [], total: 0, nextOffset: request.offset, ended: false };
	const asOf = Date.parse(request.asOf);
	const encode = rowsOf(request.file);
	const read = new NewChunk(encode);
	for await (const page of pagesFrom(mostPages, request, given)) {
		if ('error' in page) {
			if (pages.ids.length === 0) throw apiFailure(page.error);
			break;
		}
		const fresh = add(pages, page);
		if (fresh === null) break;
		const captured = fresh.filter(({ capturedAt }) => Date.parse(capturedAt) <= asOf);
		const { wanted } = wantedOf(captured, request.wanted, ({ id }, by) => read.skip(request.agentId, id, by));
		await read.add(wanted);
		if (pages.ended) break;
	}
	// Asked last: a person who is erased from now on is looked for among the stored chunks.
	const isErased = await erasedPersons(erased);
	const leads = isErased === null ? read : await without(isErased, read, encode);
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	const { chunk, run } = request;
	const held = await storeChunk(store, taskId, { chunk, attempt, run }, leads);
	const { ids, total, nextOffset, ended } = pages;
	return {
		total,
		nextOffset,
		ended,
		pagesAtOnce,
		attempt,
		held,
		stored: held[0],
		pages: ids.length,
		first: ids[0] ?? [],
		last: ids.at(-1) ?? [],
	};
}

async function erasedPersons(erased: Pick<ErasedLeads, 'test'>) {
	try {
		return await erased.test();
	} catch (error) {
		throw keyMissing(error);
	}
}

async function without(
	isErased: (lead: Lead) => boolean,
	read: NewChunk,
	encode: RowsOf | undefined,
): Promise<NewChunk> {
	const leads = await read.leads();
	const kept = leads.filter((lead) => !isErased(lead));
	return kept.length === leads.length ? read : newChunk(kept, encode, read.skipped);
}

/**
 * Pages `STEP` apart, in their order, at most `most` of them, or the failure of one, which is the last. So is a page
 * that is shorter than asked for: the next one begins before. Requests whose page is not taken are cancelled.
 */
async function* pagesFrom(
	most: number,
	{ agentId, filter, offset }: ReadLeads,
	{ api, signal }: ReadLeadsWith,
): AsyncGenerator<Page<Lead> | { error: unknown }> {
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const stop = new AbortController();
	const whileRead = AbortSignal.any([signal, stop.signal]);
	const begin = (nth: number) => {
		const read = (window: Window) =>
			api.call('listLeads', { params: { id: agentId }, query: { ...filter, ...window }, signal: whileRead });
		return outcomeOf(readListPage(read, { limit: PAGE_SIZE, offset: offset + nth * STEP }));
	};
	const ahead = [begin(0)];
	let begun = 1;
	try {
		for (let first = ahead.shift(); first !== undefined; first = ahead.shift()) {
			const page = await first;
			if ('error' in page || page.items.length < PAGE_SIZE) {
				yield page;
				return;
			}
			while (ahead.length < REQUESTS_AT_ONCE && begun < most && Date.now() < beginUntil) {
				if (offset + begun * STEP >= page.total) break;
				ahead.push(begin(begun));
				begun += 1;
			}
			yield page;
		}
	} finally {
		stop.abort();
	}
}

/** A failure as a value, as the pages before it are taken first. */
async function outcomeOf(reading: Promise<Page<Lead>>): Promise<Page<Lead> | { error: unknown }> {
	try {
		return await reading;
	} catch (error) {
		return { error };
	}
}

/** @returns the leads that no page before has; null if the page shares no lead with the pages before */
function add(pages: Pages, { items, total }: Page<Lead>): Lead[] | null {
	const fresh = items.filter(({ id }) => !pages.known.has(id));
	if (pages.ids.length > 0 && fresh.length === items.length) return null;
	for (const { id } of fresh) pages.known.add(id);
	pages.ids.push(items.map(({ id }) => id));
	pages.total = total;
	pages.ended = items.length === 0 || pages.nextOffset + items.length >= total;
	pages.nextOffset = items.length < PAGE_SIZE ? offsetAfter(pages.nextOffset, items.length) : pages.nextOffset + STEP;
	return fresh;
}
