const running = new WeakSet<object>();

/**
 * n8n begins a poll though the one before still goes on: both would give out the same news. The later one does nothing.
 * @param whose the static data of the node: another one for another activation, whose polls begin anew
 */
export async function oneAtATime<Result>(whose: object, run: () => Promise<Result>): Promise<Result | null> {
	if (running.has(whose)) return null;
	running.add(whose);
	try {
		return await run();
	} finally {
		running.delete(whose);
	}
}
