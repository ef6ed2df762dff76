import type { SubscriptionState } from '../../workflows/subscriptions/state';
import { RUNNING_SUBSCRIPTIONS, subscriptionIn } from '../webhooks/read-subscription';
import { executionInfoWithoutMemo, listExecutions } from '../temporal/list-executions';
import { type Search, wordsOf } from './search';

/** Events that name people or the subject of a mail. */
const TELLING = ['email.outcome', 'review.requested', 'task.failed'];

/** Who is told of events, and may keep what they were told. */
export async function searchReceivers({ client, places }: Search): Promise<void> {
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS)) {
		const { workflowId } = await executionInfoWithoutMemo(client, raw);
		const place = { kind: 'receiver', where: workflowId, count: null } as const;
		try {
			const subscription = await subscriptionIn(client, raw);
			const note = subscription === null ? null : noteOn(subscription.state);
			if (note !== null) places.push({ ...place, state: 'elsewhere', note });
		} catch (error) {
			places.push({ ...place, state: 'failed', note: `It could not be read: ${wordsOf(error)}` });
		}
	}
}

/** Null for who is told nothing of people. */
function noteOn({ settings: { url, events } }: SubscriptionState): string | null {
	const told = events.filter((event) => TELLING.includes(event));
	if (told.length === 0) return null;
	return `${new URL(url).host} is told of ${told.join(', ')}, and may keep it: find and delete the person there.`;
}
