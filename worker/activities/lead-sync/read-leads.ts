import { type ApiClient, type Lead, LIMITS, type Page, type Window } from '../../../api';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { readListPage } from '../task/list-page';
import { placeOf } from './read-plan';

/** Reads the page of leads at the cursor. */
export async function readLeads(
	api: ApiClient,
	agentId: string,
	cursor: LeadCursor,
	signal?: AbortSignal,
): Promise<Page<Lead>> {
	const { offset, ...filter } = placeOf(cursor);
	const params = { id: agentId };
	const read = (window: Window) => api.call('listLeads', { params, query: { ...filter, ...window }, signal });
	return readListPage(read, { limit: LIMITS.pageSize, offset });
}
