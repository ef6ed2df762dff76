// @ts-check

/**
 * Does the same with each item, so many at once.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {number} atOnce
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 */
export async function inParallel(items, atOnce, work) {
	/** @type {Result[]} */
	const results = [];
	const left = items.entries();
	const worker = async () => {
		for (const [index, item] of left) results[index] = await work(item);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return results;
}
