/** Of a hundred sources ten are read again on the next page, because some may be deleted meanwhile. */
const OVERLAP_SHARE = 0.1;

/** Where the next page begins; null when this was the last one. */
export function nextOffset(
	offset: number,
	{ items, total }: { items: readonly unknown[]; total: number },
): number | null {
	if (items.length === 0 || offset + items.length >= total) return null;
	return offset + Math.max(1, Math.floor(items.length * (1 - OVERLAP_SHARE)));
}
