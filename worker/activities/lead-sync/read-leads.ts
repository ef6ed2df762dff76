import { type ApiClient, type Lead, LIMITS, type Page, type Window } from '../../../api';
import { readListPage } from '../task/list-page';
import type { Place } from './read-plan';

/** Reads a page of leads. */
export async function readLeads(
	api: ApiClient,
	agentId: string,
	{ offset, ...filter }: Place,
	signal?: AbortSignal,
): Promise<Page<Lead>> {
	const params = { id: agentId };
	const read = (window: Window) => api.call('listLeads', { params, query: { ...filter, ...window }, signal });
	return readListPage(read, { limit: LIMITS.pageSize, offset });
}
