/** The fields of a value and the types in them, without what they say. No value has the shape null. */
export function shapeOf(value: unknown): unknown {
	if (value === null || value === undefined) return null;
	if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
	if (typeof value !== 'object') return typeof value;
	return Object.fromEntries(
		Object.entries(value)
			.toSorted(([one], [other]) => one.localeCompare(other))
			.map(([name, each]) => [name, shapeOf(each)]),
	);
}
