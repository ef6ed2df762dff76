// @ts-check

/** @param {number[]} values */
export function median(values) {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/**
 * The middle and the upper end of what was measured.
 * @param {number[]} values
 */
export function spread(values) {
	const sorted = values.toSorted((one, other) => one - other);
	/** @param {number} share */
	const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
	return { p50: at(0.5), p95: at(0.95), longest: at(1), count: sorted.length };
}

/** To two decimals. @param {number} value */
export const round = (value) => Number(value.toFixed(2));
