import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { SubscriptionState } from '../../workflows/subscriptions/subscription-state';
import { subscriptionMemoSchema } from './subscription-schema';

/** The name of the workflow that is a subscription. */
export const SUBSCRIPTION_WORKFLOW = 'subscription';

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
export async function listSubscriptions(client: Client): Promise<Array<{ id: string; state: SubscriptionState }>> {
	const query = `AkSubscription IS NOT NULL AND WorkflowType = '${SUBSCRIPTION_WORKFLOW}' AND ExecutionStatus = 'Running'`;
	const found = [];
	for await (const { workflowId, memo } of client.workflow.list({ query })) {
		const parsed = subscriptionMemoSchema.safeParse(memo);
		if (parsed.success) found.push({ id: workflowId, state: parsed.data.subscription });
	}
	return found;
}
