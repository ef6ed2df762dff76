import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { SubscriptionState } from '../../workflows/subscriptions/state';
import {
	executionInfo,
	executionInfoWithoutMemo,
	type ListedExecution,
	listExecutions,
} from '../temporal/list-executions';
import { subscriptionMemoSchema } from './subscription-schema';

/** The name of the workflow that is a subscription. */
export const SUBSCRIPTION_WORKFLOW = 'subscription';

export const RUNNING_SUBSCRIPTIONS = `AkSubscription IS NOT NULL AND WorkflowType = '${SUBSCRIPTION_WORKFLOW}' AND ExecutionStatus = 'Running'`;

/** Reads under way at the same time, for a list. */
const READS_AT_ONCE = 20;

interface FoundSubscription {
	id: string;
	state: SubscriptionState;
}

/** A subscription as it is now; null when there is none, or none any more. */
export async function readSubscription(client: Client, id: string): Promise<SubscriptionState | null> {
	try {
		const { memo, status, type } = await client.workflow.getHandle(id).describe();
		if (type !== SUBSCRIPTION_WORKFLOW || status.name !== 'RUNNING') return null;
		return subscriptionMemoSchema.parse(memo).subscription;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

/**
 * All subscriptions, newest first, each as it is now. The index of Temporal only names them: it shows a change a moment
 * later. A new one is missing for that moment.
 */
export async function readSubscriptions(client: Client): Promise<FoundSubscription[]> {
	const names = new Set<string>();
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS))
		names.add((await executionInfoWithoutMemo(client, raw)).workflowId);
	const ids = [...names];
	const found: FoundSubscription[] = [];
	for (let begin = 0; begin < ids.length; begin += READS_AT_ONCE) {
		const some = ids.slice(begin, begin + READS_AT_ONCE);
		const states = await Promise.all(some.map(async (id) => ({ id, state: await readSubscription(client, id) })));
		found.push(...states.flatMap(({ id, state }) => (state === null ? [] : [{ id, state }])));
	}
	return found;
}

/** All subscriptions, newest first, as the index of Temporal has them: one request for a thousand. */
export async function listSubscriptions(client: Client): Promise<FoundSubscription[]> {
	const found = [];
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS)) {
		const subscription = await subscriptionIn(client, raw);
		if (subscription !== null) found.push(subscription);
	}
	return found;
}

/** The subscription that a listed workflow is; null when it is none. @throws when it cannot be decrypted */
export async function subscriptionIn(client: Client, raw: ListedExecution): Promise<FoundSubscription | null> {
	const { workflowId, memo } = await executionInfo(client, raw);
	const parsed = subscriptionMemoSchema.safeParse(memo);
	return parsed.success ? { id: workflowId, state: parsed.data.subscription } : null;
}
