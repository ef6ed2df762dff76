import { cancellationSignal, sleep } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { DeliveryResult } from '../../../workflows/task/activities';
import type { DeliveryPauses } from '../../../workflows/task/delivery-options';
import type { SubscriptionFormat } from '../../../workflows/subscriptions/state';
import { hostOf } from '../../net/allowed-host';
import type { OutwardAgent } from '../../net/outward-agent';
import type { JsonPostAnswer } from '../../net/post-json';
import type { WatchDelivery } from '../../net/watch-delivery';
import { agentFor, webhookReach } from '../../net/webhook-target';
import { notYet } from '../../temporal/not-yet';
import { nextPause, notAsked, notReached } from './pauses';
import type { Receivers } from './receivers';
import type { WebhookPace } from './webhook-pace';

/** The address of a subscription, and how to send to it. */
export interface WebhookSettings {
	webhookHosts: readonly string[];
	/** Between two attempts. */
	pauses: DeliveryPauses;
	/** For the webhooks of chats. */
	pace: WebhookPace;
	/** All receivers of this process. */
	receivers: Receivers;
	/** Around each request, for traces. */
	watch: WatchDelivery;
}

interface WebhookMessage {
	/** Id of the delivery's event. */
	id: string;
	/** Can hold a secret: messages of errors name only its host. */
	url: string;
	format: Exclude<SubscriptionFormat, 'email'>;
	post: (agent: OutwardAgent, signal: AbortSignal) => Promise<JsonPostAnswer>;
}

/** Longest wait for a turn inside an attempt. A longer one would occupy a slot for deliveries. */
const WAIT_MS = 3_000;
/** A receiver may ask for a longer pause than this, but is asked again. */
const PAUSE_MS = 3_600_000;
const TOO_MANY = 429;

/** Makes one attempt to post to a webhook. @throws ApplicationFailure that is retried */
export async function postToWebhook(
	{ id, url, format, post }: WebhookMessage,
	{ webhookHosts, pace, pauses, receivers, watch }: WebhookSettings,
): Promise<DeliveryResult> {
	const host = hostOf(url) ?? 'an invalid address';
	const reach = webhookReach(url, webhookHosts);
	if (reach === null)
		throw ApplicationFailure.retryable(
			`Deliveries to ${host} are not allowed. Add the host to events.webhookHosts.`,
			'host_not_allowed',
		);
	if (format !== 'events') await takeTurn(pace, url, id, host);
	const send = () => watch(host, () => post(agentFor(reach), cancellationSignal()));
	const { status, body, retryAfterMs } = await answerOf(host, pauses, () => receivers.attempt(url, host, send));
	if (status >= 200 && status < 300) return { outcome: 'delivered', status };
	// In Standard Webhooks, 410 means that the receiver is gone for good. Slack says so of an archived channel.
	if (status === 410 && format === 'events') return { outcome: 'not-wanted', status };
	const pauseMs = retryAfterMs === null ? null : Math.min(retryAfterMs, PAUSE_MS);
	if (status === TOO_MANY && pauseMs !== null) pace.pause(url, pauseMs);
	throw ApplicationFailure.create({
		type: 'not_taken_yet',
		message: `${host} answered ${status}${format === 'slack' ? reasonIn(body) : ''}.`,
		details: [{ status }],
		nextRetryDelay: pauseMs || nextPause(pauses),
	});
}

async function takeTurn(pace: WebhookPace, url: string, id: string, host: string): Promise<void> {
	for (let wait = pace.untilTurn(url, id); wait > 0; wait = pace.untilTurn(url, id)) {
		if (wait > WAIT_MS) throw notYet(`Other messages to ${host} are sent first, about one a second.`, wait);
		await sleep(wait);
	}
}

async function answerOf(
	host: string,
	pauses: DeliveryPauses,
	send: () => Promise<JsonPostAnswer>,
): Promise<JsonPostAnswer> {
	try {
		return await send();
	} catch (error) {
		throw notAsked(error, host, pauses) ?? notReached(host, error, pauses);
	}
}

/** Slack answers with one word, such as `no_service` for a webhook that was removed. */
function reasonIn(body: string): string {
	return /^[a-z_]{1,40}$/.test(body) ? ` (${body})` : '';
}
