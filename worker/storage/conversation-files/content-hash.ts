import { createHash } from 'node:crypto';

/**
 * A hash of JSON whose fields may come in any order. It must not be nested deeper than `shallowRecord` allows.
 * @returns base64url
 */
export function contentHash(value: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify(sorted(value)))
		.digest('base64url');
}

/** Lists of pairs, so that no name of a field has a meaning. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return { fields: fields.map(([name, each]) => [name, sorted(each)]) };
}
