import type { Sighting } from './sighting';

/** Items that one poll returns at most. The rest follows with the next polls. */
export const MOST_ITEMS = 100;
/** Size of their JSON, because the batch is kept in the workflow's static data. A larger item goes alone. */
const MOST_BYTES = 256_000;

/** @param news oldest first @returns the oldest, as many as one poll returns */
export function takeOldest(news: readonly Sighting[]): Sighting[] {
	const [taken = []] = takeInTurn([news]);
	return taken;
}

/**
 * Takes one item of each list in turn, so that a long list leaves room for the others. The list whose news is oldest
 * has the first turn, so a list with large items is not left behind by small ones.
 * @param lists news of each agent, oldest first
 * @returns the oldest of each list, together as many as one poll returns
 */
export function takeInTurn(lists: ReadonlyArray<readonly Sighting[]>): Sighting[][] {
	const ends = lists.map(() => 0);
	let turns = [...lists.entries()].sort(([, one], [, other]) => timeOf(one) - timeOf(other));
	let items = 0;
	let bytes = 0;
	while (turns.length > 0) {
		const open: typeof turns = [];
		for (const turn of turns) {
			const [index, list] = turn;
			const end = ends[index] ?? 0;
			const next = list[end];
			if (next === undefined || items >= MOST_ITEMS) continue;
			const size = Buffer.byteLength(JSON.stringify(next.item));
			if (items > 0 && bytes + size > MOST_BYTES) continue;
			items += 1;
			bytes += size;
			ends[index] = end + 1;
			open.push(turn);
		}
		turns = open;
	}
	return lists.map((list, index) => list.slice(0, ends[index]));
}

/** Of the oldest. Without a time it may be older than any other. */
function timeOf([oldest]: readonly Sighting[]): number {
	return oldest?.at ?? 0;
}
