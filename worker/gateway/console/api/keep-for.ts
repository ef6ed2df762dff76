/**
 * A read whose result is kept for a while, so that several components share one request. A failed read is not kept.
 * @param ms how long a result is kept
 */
export function keepFor<Result>(ms: number, read: () => Promise<Result>): () => Promise<Result> {
	let kept: { result: Promise<Result>; until: number } | undefined;
	return () => {
		if (kept !== undefined && kept.until > Date.now()) return kept.result;
		const entry = { result: read(), until: Date.now() + ms };
		kept = entry;
		entry.result.catch(() => {
			if (kept === entry) kept = undefined;
		});
		return entry.result;
	};
}
