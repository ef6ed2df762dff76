import { DEFAULT_SETTINGS } from '../../runtime/settings';

/** The page that a list's query asks for. */
export function pageOf(query: { limit?: number; offset?: number }): { limit: number; offset: number } {
	return { limit: query.limit ?? DEFAULT_SETTINGS.pageSize, offset: query.offset ?? 0 };
}
