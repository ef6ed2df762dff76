/**
 * The first values of a list, up to so many bytes of JSON. What a task shows must fit into Temporal, whatever its texts.
 * @param most how many values at most
 */
export function withinBytes<Value>(values: Iterable<Value>, most: number, mostBytes: number): Value[] {
	const taken: Value[] = [];
	let bytes = 0;
	for (const value of values) {
		bytes += Buffer.byteLength(JSON.stringify(value)) + 1;
		if (taken.length === most || bytes > mostBytes) break;
		taken.push(value);
	}
	return taken;
}
