import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { GRPC, grpcCodeOf } from '../../temporal/grpc-code';
import { payloadsIn } from '../../temporal/payloads-in';

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
/** The most events of a page. */
const PAGE = 200;
/** The most bytes of a page, about: a page is in memory at once, and gRPC has a limit too. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** Of all that is read. An event may have 2 MiB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The size of a run's history, as Temporal describes it. */
export interface HistorySize {
	events: number;
	bytes: number;
}

function pageOf({ events, bytes }: HistorySize): number {
	const average = bytes / Math.max(1, events);
	return Math.max(1, Math.min(PAGE, Math.floor(PAGE_BYTES / Math.max(1, average))));
}

/**
 * Reads the newest events of a task, also of the runs before a continue-as-new. A run that Temporal no longer keeps ends
 * it, and so does a part of many MB.
 * @param runId of the newest run
 * @param size of the newest run, which those before it are like
 */
export async function readHistory(
	client: Client,
	workflowId: string,
	runId: string,
	size: HistorySize,
): Promise<TaskHistory> {
	const runs: HistoryEvent[][] = [];
	let left = MOST_EVENTS;
	const budget = { page: pageOf(size), bytes: MOST_BYTES };
	for (let next: string | null = runId; next !== null;) {
		if (left === 0 || budget.bytes <= 0) return { runs, cut: true };
		const run: HistoryEvent[] | null = await newestOfRun(client, { workflowId, runId: next }, left, budget);
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
	budget: { page: number; bytes: number },
): Promise<HistoryEvent[] | null> {
	const events: HistoryEvent[] = [];
	let nextPageToken: Uint8Array = new Uint8Array();
	try {
		do {
			const page = await workflowService.getWorkflowExecutionHistoryReverse({
				namespace,
				execution,
				maximumPageSize: Math.min(budget.page, most - events.length),
				nextPageToken,
			});
			const found = page.history?.events ?? [];
			events.push(...found);
			budget.bytes -= bytesOf(found);
			({ nextPageToken } = page);
		} while (nextPageToken.length > 0 && events.length < most && budget.bytes > 0);
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound) return null;
		throw error;
	}
	// The server may send a little more than it was asked for.
	return events.slice(0, most).reverse();
}

function bytesOf(events: readonly HistoryEvent[]): number {
	let bytes = 0;
	for (const { data } of payloadsIn(events)) bytes += data?.length ?? 0;
	return bytes;
}
