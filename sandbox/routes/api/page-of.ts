/** Items a page has when the caller names no limit: the specification does not say. */
const DEFAULT_PAGE_SIZE = 20;

/** The page that a list's query asks for. */
export function pageOf(query: { limit?: number; offset?: number }): { limit: number; offset: number } {
	return { limit: query.limit ?? DEFAULT_PAGE_SIZE, offset: query.offset ?? 0 };
}
