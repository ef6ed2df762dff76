import { cancellationSignal } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { isAxiosError } from 'axios';
import type { EventDelivery } from '../../../workflows/events/activities';
import type { DeliveryResult } from '../../../workflows/task/activities';
import type { TaskEvent } from '../../../workflows/task/event';
import { agentsFor, webhookReach } from '../../net/webhook-target';
import { unwatched, type WatchDelivery } from '../../net/watch-delivery';
import { readSubscription, signingSecrets } from '../../webhooks/subscription';
import type { Keyring } from '../../temporal/keyring';
import { hostOf } from '../../net/allowed-host';
import { postSigned, type SignedPost } from './post-signed';

export interface EventSettings {
	client: Client;
	keyring: Keyring;
	webhookHosts: readonly string[];
	/** The task's page for people. */
	taskUrl: (taskId: string) => string;
	/** Data that receivers get in addition to the event, such as a secret address. */
	addedTo: (event: TaskEvent) => object;
	/** Around each request, for traces. */
	watch?: WatchDelivery;
}

/**
 * Makes one attempt; Temporal's server makes the next one. Messages name only the host: an address can hold a secret.
 */
export async function postEvent(
	{ subscriptionId, event }: EventDelivery,
	{ client, keyring, webhookHosts, taskUrl, addedTo, watch = unwatched }: EventSettings,
): Promise<DeliveryResult> {
	const subscription = await readSubscription(client, subscriptionId);
	if (subscription?.settings.enabled !== true) return { outcome: 'not-wanted', status: 0 };
	const { url, events } = subscription.settings;
	// This also holds for a resent event: its receiver must be subscribed to the type now.
	if (!events.includes(event.type)) return { outcome: 'not-wanted', status: 0 };
	const host = hostOf(url) ?? 'an invalid address';
	const reach = webhookReach(url, webhookHosts);
	if (reach === null)
		throw ApplicationFailure.retryable(
			`Deliveries to ${host} are not allowed. Add the host to events.webhookHosts.`,
			'host_not_allowed',
		);
	const { id, type, at, data, sample } = event;
	const task = { ...event.task, url: taskUrl(event.task.id) };
	const status = await post(host, watch, {
		id,
		url,
		payload: { type, timestamp: at, ...(sample && { sample }), data: { task, ...data, ...addedTo(event) } },
		secrets: signingSecrets(keyring, subscriptionId, subscription),
		agents: agentsFor(reach),
	});
	if (status >= 200 && status < 300) return { outcome: 'delivered', status };
	// In Standard Webhooks, 410 means that the receiver is gone for good.
	if (status === 410) return { outcome: 'not-wanted', status };
	throw ApplicationFailure.retryable(`${host} answered ${status}.`, 'not_taken_yet', { status });
}

async function post(host: string, watch: WatchDelivery, message: SignedPost): Promise<number> {
	try {
		return (await watch(host, () => postSigned(message, cancellationSignal()))).status;
	} catch (error) {
		const why = isAxiosError(error) ? (error.code ?? 'unknown') : 'unknown';
		throw ApplicationFailure.retryable(`The worker could not reach ${host} (${why}).`, 'not_reached');
	}
}
