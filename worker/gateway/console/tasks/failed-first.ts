/** The fields that name the item of a row, as the paths of failures do: of an agent, a source or an address. */
const NAMES = ['agentId', 'name', 'address'];

/**
 * Rows of a result with those of failed items before the others, each part in the order of the result.
 * @param failed ids of agents, names of sources, or addresses
 */
export function failedFirst(value: unknown, failed: ReadonlySet<unknown>): unknown {
	if (!Array.isArray(value) || failed.size === 0) return value;
	const rows: unknown[] = value;
	const isFailed = (row: unknown) =>
		typeof row === 'object' && row !== null && NAMES.some((name) => failed.has(Reflect.get(row, name)));
	return [...rows.filter(isFailed), ...rows.filter((row) => !isFailed(row))];
}
