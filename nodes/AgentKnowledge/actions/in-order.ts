/**
 * Works on several things at once, and gives what they came to in their order. When whoever takes the results stops,
 * what is under way ends before that: nothing runs on afterwards.
 * @param work must not throw: a failure is a result as well
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
