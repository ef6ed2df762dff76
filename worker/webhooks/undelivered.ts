import type { Client } from '@temporalio/client';
import { searchAttributes } from '../../workflows/task/visibility';
import { isWithin, type Within } from '../tasks/within';
import { executionInfo, executionInfoWithoutMemo, type ListedExecution, listExecutions } from '../temporal/executions';
import { keyErrorOf } from '../temporal/payload-codec';
import { deliveryMemoSchema } from './delivery-memo';
import { RUNNING_SUBSCRIPTIONS } from './subscription';

/**
 * Most messages that are under way for longer have failed at least once. A mail server that greets and confirms slowly
 * needs a part of this time. In ms.
 */
const LONGEST_FIRST_ATTEMPT_MS = 25_000;
/** Messages that were given up longer ago are history. In ms. */
const DAY_MS = 24 * 3_600_000;
/** More are not worth counting: nothing arrives. */
const MOST_COUNTED = 1_000;

/** Messages to one subscription that did not arrive. */
export interface Undelivered {
	subscriptionId: string;
	/** Still retried, or given up within a day. */
	count: number;
	/** The beginning of the oldest one, ISO 8601 UTC. */
	since: string;
}

/**
 * Counts the messages that do not arrive, for each subscription that there is. Temporal's index alone is read.
 * @param within only messages of these connections: a subscription may have been of another one before
 */
export async function readUndelivered(client: Client, within?: Within): Promise<Undelivered[]> {
	const [now, found] = [Date.now(), new Map<string, Undelivered>()];
	const [late, yesterday] = [now - LONGEST_FIRST_ATTEMPT_MS, now - DAY_MS].map((ms) => new Date(ms).toISOString());
	const query = `AkSubscription IS NOT NULL AND WorkflowType = 'deliverEvent' AND StartTime < '${late}' AND (ExecutionStatus = 'Running' OR (ExecutionStatus IN ('Failed', 'TimedOut') AND CloseTime > '${yesterday}'))`;
	let counted = 0;
	for await (const raw of listExecutions(client, query)) {
		if (counted === MOST_COUNTED) break;
		counted += 1;
		const { typedSearchAttributes, startTime } = await executionInfoWithoutMemo(client, raw);
		if (within !== undefined && !isWithin(within, await connectionOf(client, raw))) continue;
		const subscriptionId = typedSearchAttributes.get(searchAttributes.subscription) ?? '';
		const { count } = found.get(subscriptionId) ?? { count: 0 };
		// Newest first, so the last one is the oldest.
		found.set(subscriptionId, { subscriptionId, count: count + 1, since: startTime.toISOString() });
	}
	if (found.size === 0) return [];
	// A message to a deleted subscription ends with its next attempt.
	const existing = new Set<string>();
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS))
		existing.add((await executionInfoWithoutMemo(client, raw)).workflowId);
	return [...found.values()].filter(({ subscriptionId }) => existing.has(subscriptionId));
}

/** Of the message's event; null if no key decrypts it. */
async function connectionOf(client: Client, raw: ListedExecution): Promise<string | null> {
	try {
		const { memo } = await executionInfo(client, raw);
		return deliveryMemoSchema.safeParse(memo).data?.event.task.connection ?? null;
	} catch (error) {
		if (keyErrorOf(error) === null) throw error;
		return null;
	}
}
