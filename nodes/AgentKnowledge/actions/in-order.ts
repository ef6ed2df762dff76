/**
 * Works on several items at once and yields their results in order. If the caller stops early, this first waits for the
 * work that has begun, so that nothing continues after the execution ended.
 * @param work must not throw; it returns a failure as a result
 */
export async function* inOrder<Result>(
	count: number,
	atOnce: number,
	work: (index: number) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
	const underWay: Array<Promise<Result>> = [];
	try {
		for (let next = 0; next < count || underWay.length > 0;) {
			while (next < count && underWay.length < atOnce) underWay.push(work(next++));
			const first = underWay.shift();
			if (first === undefined) return;
			yield await first;
		}
	} finally {
		await Promise.all(underWay);
	}
}
