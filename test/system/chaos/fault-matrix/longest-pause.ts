/**
 * The longest time between two looks during a change, in milliseconds. A pause that began before the change counts from
 * its last look. A pause that lasts when the change ends counts up to the end, so that a task whose looks stop shows.
 * @param looks milliseconds since 1970, oldest first, also those before `from`
 */
export function longestPause(looks: readonly number[], from: number, to: number): number {
	const begin = looks.findLast((at) => at < from) ?? from;
	const times = [begin, ...looks.filter((at) => at >= from && at <= to), to];
	return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}
