import { collectRows, problemText, type ReadItem, type ReadRows } from '../rows/read-item';

/** What a reader found, in words. */
export interface Found {
	rows: unknown[];
	refused: string[];
	broken: string[];
}

export async function found(items: AsyncIterable<ReadItem>): Promise<Found> {
	const { wanted, refused, broken }: ReadRows = await collectRows(items);
	return {
		rows: wanted.map(({ row }) => row),
		refused: refused.flatMap(({ place, problems }) => problems.map((problem) => problemText(place, problem))),
		broken: broken.map(({ place, reason }) => problemText(place, { field: null, reason })),
	};
}

export const pair = (question: string, answer: string) => ({ type: 'qa', question, answer });
