import type { ApiClient } from '../../../api';
import type { DeliveryReport, FollowDelivery } from '../../../workflows/email/activities';
import { notYet } from '../task/not-yet';
import type { PollTiming } from '../retrain/poll-delay';
import { judgeDelivery, outcomesOf } from './judge-delivery';
import { readConversation } from './read-thread';

/** A look at each tenth of what has passed is soon enough; a bounce can come days later. */
const OF_ELAPSED = 10;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** One look at a queued mail; when there is nothing to report it fails so that the server has it done again. */
export async function followDelivery(
	api: ApiClient,
	follow: FollowDelivery,
	{ pollMinMs }: PollTiming,
	signal: AbortSignal,
): Promise<DeliveryReport> {
	const { deliveries } = await readConversation(api, follow.agentId, follow.sessionId, signal);
	const delivery = deliveries.find(({ id }) => id === follow.deliveryId);
	const now = Date.now();
	const outcomes = outcomesOf(delivery, follow.addresses);
	const reason = judgeDelivery(follow, delivery, outcomes, now);
	if (reason !== null) return { reason, status: delivery?.status ?? null, error: delivery?.error ?? null, outcomes };
	const message = `${outcomes.length} of ${follow.addresses.length} addresses have an outcome (${delivery?.status ?? 'not shown'}).`;
	const pause = Math.min(LONGEST_PAUSE_MS, Math.max(pollMinMs, (now - follow.since) / OF_ELAPSED));
	throw notYet(message, Math.min(pause, Math.max(1, follow.until - now)), { message, at: new Date(now).toISOString() });
}
