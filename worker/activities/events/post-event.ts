import type { Client } from '@temporalio/client';
import type { EventDelivery } from '../../../workflows/events/activities';
import type { DeliveryResult } from '../../../workflows/task/activities';
import type { TaskEvent } from '../../../workflows/task/event';
import { postJson } from '../../net/post-json';
import { noticeOf, type PageLinks } from '../../webhooks/notices/notice';
import { mailMessage } from '../../webhooks/notices/mail-message';
import { slackMessage } from '../../webhooks/notices/slack-message';
import { teamsMessage } from '../../webhooks/notices/teams-card';
import { readSubscription, receives, signingSecrets } from '../../webhooks/subscription';
import type { Keyring } from '../../temporal/keyring';
import type { MailSettings } from '../mail/send-mail';
import { mailEvent } from './mail-event';
import { postSigned } from './post-signed';
import { postToWebhook, type WebhookSettings } from './post-to-webhook';

export interface EventSettings extends WebhookSettings {
	client: Client;
	keyring: Keyring;
	links: PageLinks;
	/** Default: subscriptions with the format `email` wait for a mail server. */
	mail?: MailSettings | undefined;
}

/**
 * Makes one attempt; Temporal's server makes the next one. Messages of errors name only the host: an address can hold a
 * secret.
 */
export async function postEvent(
	{ subscriptionId, event }: EventDelivery,
	settings: EventSettings,
): Promise<DeliveryResult> {
	const { client, keyring, links, mail } = settings;
	const subscription = await readSubscription(client, subscriptionId);
	// A resent event, too, is only sent if the subscription includes it now.
	if (subscription === null || !receives(subscription.settings, event)) return { outcome: 'not-wanted', status: 0 };
	const { format, url, recipients, timeZone } = subscription.settings;
	if (format === 'email') {
		const message = mailMessage(noticeOf(event, timeZone, links), subscriptionId);
		return mailEvent({ eventId: event.id, subscriptionId, recipients, message }, mail, settings.receivers);
	}
	const target = { id: event.id, url: url ?? '', format };
	if (format === 'events') {
		const secrets = signingSecrets(keyring, subscriptionId, subscription);
		const signed = { id: event.id, url: target.url, payload: payloadOf(event, links), secrets };
		return postToWebhook({ ...target, post: (agent, signal) => postSigned({ ...signed, agent }, signal) }, settings);
	}
	const notice = noticeOf(event, timeZone, links);
	const content = JSON.stringify(format === 'slack' ? slackMessage(notice) : teamsMessage(notice));
	const post = { url: target.url, content };
	return postToWebhook({ ...target, post: (agent, signal) => postJson({ ...post, agent }, signal) }, settings);
}

/** The message of the format `events`. */
function payloadOf(event: TaskEvent, links: PageLinks): object {
	const { type, at, data, sample } = event;
	const task = { ...event.task, url: links.task(event.task.id) };
	const reviewUrl = links.review(event);
	return {
		type,
		timestamp: at,
		...(sample && { sample }),
		data: { task, ...data, ...(reviewUrl !== null && { reviewUrl }) },
	};
}
