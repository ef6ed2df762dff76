/**
 * Asks one question at a time, for all who want to know: whoever comes while an answer is on its way shares the next
 * one. So nobody is told what was true before they asked, and many cost no more than one.
 */
export function sharedAnswer<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
	let underWay: Promise<unknown> = Promise.resolve();
	let next: Promise<Answer> | null = null;
	const begin = () => {
		next = null;
		const answer = ask();
		underWay = answer.catch(() => undefined);
		return answer;
	};
	return () => (next ??= underWay.then(begin));
}
