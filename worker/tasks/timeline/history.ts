import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { GRPC, grpcCodeOf } from '../../temporal/grpc-code';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** The newest events of a task, in the order in which they happened. */
export interface TaskHistory {
	/** One list per run: each continue-as-new begins another. Oldest first. */
	runs: HistoryEvent[][];
	/** Whether older events exist that were not read. */
	cut: boolean;
}

/** More would be slow to read and of no use to a person. */
export const MOST_EVENTS = 1_000;
const PAGE = 200;

/**
 * Reads the newest events of a task, also of the runs before a continue-as-new. A run that Temporal no longer keeps ends
 * it.
 * @param runId of the newest run
 */
export async function readHistory(client: Client, workflowId: string, runId: string): Promise<TaskHistory> {
	const runs: HistoryEvent[][] = [];
	let left = MOST_EVENTS;
	for (let next: string | null = runId; next !== null;) {
		if (left === 0) return { runs, cut: true };
		const run: HistoryEvent[] | null = await newestOfRun(client, { workflowId, runId: next }, left);
		if (run === null) return { runs, cut: true };
		runs.unshift(run);
		left -= run.length;
		const [first] = run;
		if (first === undefined || !isStart(first)) return { runs, cut: true };
		next = first.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || null;
	}
	return { runs, cut: false };
}

function isStart({ workflowExecutionStartedEventAttributes: started }: HistoryEvent): boolean {
	return started !== null && started !== undefined;
}

/** @returns oldest first; null if the run is gone */
async function newestOfRun(
	{ workflowService, options: { namespace } }: Client,
	execution: { workflowId: string; runId: string },
	most: number,
): Promise<HistoryEvent[] | null> {
	const events: HistoryEvent[] = [];
	let nextPageToken: Uint8Array = new Uint8Array();
	try {
		do {
			const page = await workflowService.getWorkflowExecutionHistoryReverse({
				namespace,
				execution,
				maximumPageSize: Math.min(PAGE, most - events.length),
				nextPageToken,
			});
			events.push(...(page.history?.events ?? []));
			({ nextPageToken } = page);
		} while (nextPageToken.length > 0 && events.length < most);
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound) return null;
		throw error;
	}
	// The server may send a little more than it was asked for.
	return events.slice(0, most).reverse();
}
