/**
 * Waits for something that may never end, as what belongs to others' connections may not.
 * @param ms the longest wait, in milliseconds
 * @returns whether it ended in time
 * @throws what it threw in time
 */
export async function settlesWithin(ms: number, ending: Promise<unknown>): Promise<boolean> {
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
