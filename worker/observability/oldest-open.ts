import type { Client } from '@temporalio/client';

/** No task is older: a history of ours is not kept for longer. Milliseconds. */
const LONGEST_MS = 365 * 24 * 3_600_000;
/** How exact the answer is. */
const EXACT_MS = 15 * 60_000;

/**
 * How long ago the oldest workflow of a query started, in seconds: 0 when there is none. Counted in halves, because a
 * list begins with the newest and may have thousands.
 * @param now milliseconds since 1970
 */
export async function oldestOpen(client: Client, query: string, now: number): Promise<number> {
	const startedBefore = async (ageMs: number) => {
		const moment = new Date(now - ageMs).toISOString();
		return (await client.workflow.count(`${query} AND StartTime < '${moment}'`)).count > 0;
	};
	if ((await client.workflow.count(query)).count === 0) return 0;
	let [younger, older] = [0, LONGEST_MS];
	while (older - younger > EXACT_MS) {
		const middle = (younger + older) / 2;
		if (await startedBefore(middle)) younger = middle;
		else older = middle;
	}
	return Math.max(1, Math.round(younger / 1000));
}
