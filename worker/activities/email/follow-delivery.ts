import type { ApiClient, EmailConversation } from '../../../api';
import type { DeliveryReport, FollowDelivery } from '../../../workflows/email/activities';
import type { AddressOutcome } from '../../../workflows/task/contract';
import { notYet } from '../../temporal/not-yet';
import { pauseOf, type PollTiming } from '../task/look';
import { readConversation } from './send';

/** A bounce can come days later. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Looks once at a queued mail. If there is nothing to report, this fails, so that the server retries it. */
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
	const pause = pauseOf(follow.since, now, { pollMinMs, pollMaxMs: LONGEST_PAUSE_MS });
	throw notYet(message, Math.min(pause, Math.max(1, follow.until - now)), { message, at: new Date(now).toISOString() });
}

type Delivery = EmailConversation['deliveries'][number];

/**
 * The specification names no value of a status (part 3). These words mean that there is no outcome yet, or that the
 * outcome is unknown. Every other word is an outcome and is reported as it is (docs/api-notes.md).
 */
const UNDECIDED = /^(queued|pending|processing|sending|scheduled|deferred|delayed|retrying|waiting)/i;
const UNCERTAIN = /^(uncertain|unknown)/i;

/** The last outcome of each of our addresses. Skips addresses without an outcome. */
export function outcomesOf(delivery: Delivery | undefined, addresses: readonly string[]): AddressOutcome[] {
	const wanted = new Set(addresses.map((address) => address.toLowerCase()));
	// The service may list an address several times, once per event: the last entry counts.
	const last = new Map((delivery?.outcomes ?? []).map((outcome) => [outcome.address.toLowerCase(), outcome]));
	return [...last]
		.filter(([address, { status }]) => wanted.has(address) && !UNDECIDED.test(status))
		.map(([, { address, status, occurredAt, reason }]) => ({
			address,
			status,
			occurredAt: occurredAt ?? null,
			reason: reason ?? null,
		}));
}

/**
 * Decides whether a delivery is worth a report to the task.
 * @param outcomes one per address, as `outcomesOf` returns them
 * @param now milliseconds since 1970
 * @returns null if it is not
 */
export function judgeDelivery(
	{ addresses, until, reportFrom, reported, since }: FollowDelivery,
	delivery: Delivery | undefined,
	outcomes: readonly AddressOutcome[],
	now: number,
): DeliveryReport['reason'] | null {
	if (delivery === undefined) return now - since > GONE_AFTER_MS ? 'gone' : null;
	if (outcomes.some(({ status }) => UNCERTAIN.test(status))) return 'uncertain';
	if (outcomes.length >= addresses.length) return 'settled';
	if (UNCERTAIN.test(delivery.status)) return 'uncertain';
	if (hasFailed(delivery)) return 'failed';
	if (now >= until) return 'time-over';
	return outcomes.length > reported && now >= reportFrom ? 'progress' : null;
}

/** If some address has an outcome, the error may belong to that address only, and the others are still open. */
function hasFailed({ status, error, outcomes }: Delivery): boolean {
	return Boolean(error) && outcomes.length === 0 && !UNDECIDED.test(status);
}

/** A queued delivery may become visible a little later. */
const GONE_AFTER_MS = 60_000;
