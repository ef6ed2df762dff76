/** Does work on all items, so many at once. A failure of one keeps none of the others from being done. */
export async function inTurns<Item>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const waiting = [...items];
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
		}),
	);
}
