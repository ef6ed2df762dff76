// @ts-check

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
