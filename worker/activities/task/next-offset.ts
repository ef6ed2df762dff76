/** Each page repeats the last tenth of the page before, because items may be deleted while a list is read. */
const OVERLAP_SHARE = 0.1;

/**
 * Where the next page of a list begins; null after the last one. Pages overlap, so a reader counts each item once.
 * @param offset where this page began
 */
export function nextOffset(
	offset: number,
	{ items, total }: { items: readonly unknown[]; total: number },
): number | null {
	if (items.length === 0 || offset + items.length >= total) return null;
	return offset + Math.max(1, Math.floor(items.length * (1 - OVERLAP_SHARE)));
}
