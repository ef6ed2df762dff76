import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { SubscriptionState } from '../../workflows/subscriptions/state';
import { executionInfo, type ListedExecution, listExecutions } from '../temporal/list-executions';
import { subscriptionMemoSchema } from './subscription-schema';

/** The name of the workflow that is a subscription. */
export const SUBSCRIPTION_WORKFLOW = 'subscription';

export const RUNNING_SUBSCRIPTIONS = `AkSubscription IS NOT NULL AND WorkflowType = '${SUBSCRIPTION_WORKFLOW}' AND ExecutionStatus = 'Running'`;

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

/** All subscriptions, newest first. */
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
