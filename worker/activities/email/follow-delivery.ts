import type { ApiClient, EmailConversation } from '../../../api';
import type { DeliveryReport, FollowDelivery } from '../../../workflows/email/activities';
import type { AddressOutcome } from '../../../workflows/task/contract';
import type { PollTiming } from '../retrain/follow-run';
import { notYet } from '../task/failure';
import { readConversation } from './send';

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

type Delivery = EmailConversation['deliveries'][number];

/**
 * The specification names no value of a status (part 3). These words say that nothing is decided yet, or that nobody
 * knows; every other one is an outcome, told in the service's own word (docs/api-notes.md).
 */
const UNDECIDED = /^(queued|pending|processing|sending|scheduled|deferred|delayed|retrying|waiting)/i;
const UNCERTAIN = /^(uncertain|unknown)/i;

/** For each of our addresses what became of it last; those of which nothing is decided are left out. */
export function outcomesOf(delivery: Delivery | undefined, addresses: readonly string[]): AddressOutcome[] {
	const wanted = new Set(addresses.map((address) => address.toLowerCase()));
	// The service may list an address again with each thing that happens to it: the last one is how it stands.
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
 * What a look at a delivery means for who follows it.
 * @param outcomes one of each address, as `outcomesOf` gives them
 * @param now milliseconds since 1970
 * @returns null when it is not worth a report
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

/** With an outcome of some address the error may be of that one alone, and the others are still to come. */
function hasFailed({ status, error, outcomes }: Delivery): boolean {
	return Boolean(error) && outcomes.length === 0 && !UNDECIDED.test(status);
}

/** A delivery that was queued may show a little later. */
const GONE_AFTER_MS = 60_000;
