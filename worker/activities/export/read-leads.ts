import type { ApiClient, Lead } from '../../../api';
import type { LeadsRead, ReadLeads } from '../../../workflows/export/activities';
import { PAGE_SIZE, STEP } from '../../../workflows/export/place';
import type { BlobStore } from '../../storage/blobs';
import { storeChunk } from '../../storage/lead-files/chunk';
import type { WithoutErased } from '../../privacy';
import { apiFailure, keyMissing } from '../task/failure';

/** The last page of a dispatch begins within this: below the activity's 90 s with a call's 30 s. */
const BEGIN_WITHIN_MS = 20_000;

export interface ReadLeadsWith {
	api: ApiClient;
	store: BlobStore;
	taskId: string;
	attempt: number;
	/** How many pages one dispatch may read. */
	pagesAtOnce: number;
	erased: WithoutErased;
	signal: AbortSignal;
}

/** Pages read one after the other, each sharing a lead with the one before. */
interface Pages {
	leads: Map<number, Lead>;
	/** Ids of each page. */
	ids: number[][];
	total: number;
	nextOffset: number;
	ended: boolean;
}

/**
 * Reads up to `pagesAtOnce` pages and stores their leads under the run, the chunk's number and the attempt's. What was read is stored also
 * when a later page fails: that page is the first of the next dispatch, and fails there.
 * @throws a failure of the first page, as `apiFailure` makes it, or of a key that is missing, as `keyMissing` does
 */
export async function readLeads(request: ReadLeads, given: ReadLeadsWith): Promise<LeadsRead> {
	const { store, taskId, attempt, pagesAtOnce, erased, signal } = given;
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const pages: Pages = { leads: new Map(), ids: [], total: 0, nextOffset: request.offset, ended: false };
	do {
		try {
			if (!add(pages, await pageAt(pages.nextOffset, request, given))) break;
		} catch (error) {
			if (pages.ids.length === 0) throw apiFailure(error);
			break;
		}
	} while (!pages.ended && pages.ids.length < pagesAtOnce && Date.now() < beginUntil);
	const asOf = Date.parse(request.asOf);
	const wanted = [...pages.leads.values()].filter(({ capturedAt }) => Date.parse(capturedAt) <= asOf);
	const leads = await withoutErased(wanted, erased);
	// An attempt that was given up is not waited for: the task may have ended, and what it read been deleted.
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

/** @returns false for a page that does not follow on the ones before */
function add(pages: Pages, { items, total }: { items: Lead[]; total: number }): boolean {
	if (pages.ids.length > 0 && !items.some(({ id }) => pages.leads.has(id))) return false;
	for (const lead of items) pages.leads.set(lead.id, lead);
	pages.ids.push(items.map(({ id }) => id));
	pages.total = total;
	pages.ended = items.length === 0 || pages.nextOffset + items.length >= total;
	pages.nextOffset += STEP;
	return true;
}
