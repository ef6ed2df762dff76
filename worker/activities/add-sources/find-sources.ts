import { type ApiClient, LIMITS, type Window } from '../../../api';
import type { FindSources, SourcesFound } from '../../../workflows/add-sources/activities';
import { listKey } from '../../../workflows/add-sources/names';
import { apiFailure } from '../task/failure';
import { nextOffset, readListPage } from '../task/list-page';

/** Reads one page of the agent's sources and finds the wanted ones in it. @throws a typed failure, see `apiFailure` */
export async function findSources(
	api: ApiClient,
	{ agentId, wanted, offset, since }: FindSources,
	signal: AbortSignal,
): Promise<SourcesFound> {
	try {
		const read = (query: Window) => api.call('listSources', { params: { id: agentId }, query, signal });
		const page = await readListPage(read, { limit: LIMITS.pageSize, offset });
		// The task's schema allows no two with the same name.
		const indexOf = new Map(wanted.map(({ index, type, name }) => [listKey(type, name), index]));
		const found = page.items.flatMap(({ id, type, name, status }) => {
			const index = indexOf.get(listKey(type, name));
			return index === undefined ? [] : [{ index, id, status }];
		});
		const oldest = page.items.at(-1)?.createdAt;
		const isOld = since !== null && oldest !== undefined && Date.parse(oldest) < Date.parse(since);
		return { found, next: isOld ? null : nextOffset(offset, page) };
	} catch (error) {
		throw apiFailure(error);
	}
}
