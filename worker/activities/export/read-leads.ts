import type { ApiClient, Lead } from '../../../api';
import type { LeadsRead, ReadLeads } from '../../../workflows/export/activities';
import { PAGE_SIZE, STEP } from '../../../workflows/export/place';
import type { BlobStore } from '../../storage/blobs';
import { storeChunk } from '../../storage/lead-files/chunk';
import type { WithoutErased } from '../../privacy';
import { apiFailure, keyMissing } from '../task/failure';

/** Time within which the last page of a dispatch begins. With the 30 s of a call it stays below the activity's 90 s. */
const BEGIN_WITHIN_MS = 20_000;

/** Pages of the first read of a list. The next reads begin, several at once, only when it says how long the list is. */
const FIRST_PAGES = 5;

export interface ReadLeadsWith {
	api: ApiClient;
	store: BlobStore;
	taskId: string;
	attempt: number;
	/** Number of pages that one dispatch may read. The first one of a list reads fewer. */
	pagesAtOnce: number;
	erased: WithoutErased;
	signal: AbortSignal;
}

/** Pages read one after the other. Each shares at least one lead with the one before. */
interface Pages {
	leads: Map<number, Lead>;
	/** Ids of each page. */
	ids: number[][];
	total: number;
	nextOffset: number;
	ended: boolean;
}

/**
 * Reads up to `pagesAtOnce` pages, or `FIRST_PAGES` at the top of the list. It stores their leads under the run, the
 * number of the chunk and the attempt.
 *
 * If a later page fails, the activity still stores the pages before it. The failed page becomes the first one of the
 * next dispatch, which reports the failure.
 * @throws the failure of the first page (`apiFailure`), or of a missing key (`keyMissing`)
 */
export async function readLeads(request: ReadLeads, given: ReadLeadsWith): Promise<LeadsRead> {
	const { store, taskId, attempt, pagesAtOnce, erased, signal } = given;
	const mostPages = request.offset === 0 ? Math.min(FIRST_PAGES, pagesAtOnce) : pagesAtOnce;
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const pages: Pages = { leads: new Map(), ids: [], total: 0, nextOffset: request.offset, ended: false };
	do {
		try {
			if (!add(pages, await pageAt(pages.nextOffset, request, given))) break;
		} catch (error) {
			if (pages.ids.length === 0) throw apiFailure(error);
			break;
		}
	} while (!pages.ended && pages.ids.length < mostPages && Date.now() < beginUntil);
	const asOf = Date.parse(request.asOf);
	const wanted = [...pages.leads.values()].filter(({ capturedAt }) => Date.parse(capturedAt) <= asOf);
	const leads = await withoutErased(wanted, erased);
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	const { chunk, run } = request;
	const held = await storeChunk(store, taskId, { chunk, attempt, run }, leads);
	const { ids, total, nextOffset, ended } = pages;
	return {
		...{ total, nextOffset, ended, pagesAtOnce, attempt, held },
		stored: leads.length,
		pages: ids.length,
		first: ids[0] ?? [],
		last: ids.at(-1) ?? [],
	};
}

async function withoutErased(leads: Lead[], erased: WithoutErased): Promise<Lead[]> {
	try {
		return await erased.without(leads);
	} catch (error) {
		throw keyMissing(error);
	}
}

function pageAt(offset: number, { agentId, filter }: ReadLeads, { api, signal }: ReadLeadsWith) {
	return api.call('listLeads', { params: { id: agentId }, query: { ...filter, limit: PAGE_SIZE, offset }, signal });
}

/** @returns false if the page shares no lead with the pages before */
function add(pages: Pages, { items, total }: { items: Lead[]; total: number }): boolean {
	if (pages.ids.length > 0 && !items.some(({ id }) => pages.leads.has(id))) return false;
	for (const lead of items) pages.leads.set(lead.id, lead);
	pages.ids.push(items.map(({ id }) => id));
	pages.total = total;
	pages.ended = items.length === 0 || pages.nextOffset + items.length >= total;
	pages.nextOffset += STEP;
	return true;
}
