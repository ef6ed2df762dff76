/**
 * The same text for the same JSON, whatever the order of its keys. A key with null, `{}` or `[]` counts as a missing key,
 * because a service may write any of them for "none".
 */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(inOrder);
	const entries = Object.entries(value).map(([name, each]): [string, unknown] => [name, inOrder(each)]);
	// By code units, which no language of a machine changes.
	entries.sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.filter(([, each]) => !isNothing(each)));
}

function isNothing(value: unknown): boolean {
	return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
