/**
 * Waits for a promise that may never settle, such as one of a foreign connection.
 * @param ms the longest wait, in milliseconds
 * @returns whether it settled in time
 * @throws its error, if it failed in time
 */
export async function endsWithin(ms: number, ending: Promise<unknown>): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<false>((resolve) => {
		timer = setTimeout(resolve, ms, false);
	});
	try {
		return await Promise.race([ending.then(() => true), late]);
	} finally {
		clearTimeout(timer);
	}
}
