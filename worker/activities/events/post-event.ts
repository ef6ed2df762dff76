import type { Client } from '@temporalio/client';
import type { EventDelivery } from '../../../workflows/events/activities';
import { CONNECTION } from '../../../workflows/connection-incident/incident';
import type { DeliveryResult } from '../../../workflows/task/activities';
import type { TaskEvent } from '../../../workflows/task/event';
import type { Timing } from '../../../workflows/task/timing';
import { postJson } from '../../net/post-json';
import type { OutwardAgent } from '../../net/outward-agent';
import { continuingNotice, noticeOf, type PageLinks } from '../../webhooks/notices/notice';
import { mailMessage } from '../../webhooks/notices/mail-message';
import { slackMessage } from '../../webhooks/notices/slack-message';
import { teamsMessage } from '../../webhooks/notices/teams-card';
import { readSubscription, signingSecrets, wantedPart } from '../../webhooks/subscription';
import type { Keyring } from '../../temporal/keyring';
import type { MailSettings } from '../mail/send-mail';
import { threadOf } from './incident-thread';
import type { ConnectionWords } from '../../settings/connection-words';
import { mailEvent } from './mail-event';
import { postSigned } from './post-signed';
import { postToSlack } from './post-to-slack';
import { postToWebhook, type WebhookSettings } from './post-to-webhook';
import { readersOf } from './readers';

export interface EventSettings extends WebhookSettings {
	client: Client;
	keyring: Keyring;
	links: PageLinks;
	/** What incidents wait. Default: `TIMING` */
	times?: Partial<Timing>;
	/** Default: subscriptions with the format `email` wait for a mail server. */
	mail?: MailSettings | undefined;
	/** What the settings of a connection say of its people, at the moment. */
	wordsOf: (connection: string) => ConnectionWords;
}

/**
 * Makes one attempt; Temporal's server makes the next one. Messages of errors name only the host: an address can hold a
 * secret.
 */
export async function postEvent(
	{ subscriptionId, event: published }: EventDelivery,
	settings: EventSettings,
): Promise<DeliveryResult> {
	const { client, keyring, links, mail } = settings;
	const subscription = await readSubscription(client, subscriptionId);
	// A resent event, too, is only sent as far as the subscription includes it now.
	const event = subscription === null ? null : wantedPart(subscription.settings, published);
	if (subscription === null || event === null) return { outcome: 'not-wanted', status: 0 };
	const { format, url, recipients, channel, token, description } = subscription.settings;
	const target = { id: event.id, url: url ?? '', format };
	if (format === 'events') {
		const secrets = signingSecrets(keyring, subscriptionId, subscription);
		const signed = { id: event.id, url: target.url, payload: payloadOf(event, links), secrets };
		const send = (agent: OutwardAgent, signal: AbortSignal) => postSigned({ ...signed, agent }, signal);
		return postToWebhook({ ...target, format, post: send }, settings);
	}
	const thread = await threadOf(client, { id: subscriptionId, ...subscription }, event, settings.pauses);
	const readers = readersOf(subscription.settings, event, settings.wordsOf);
	const notice = noticeOf(event, readers, links);
	const first = thread === null ? null : { event: thread.first, title: noticeOf(thread.first, readers, links).title };
	if (format === 'email') {
		const message = mailMessage(notice, { id: subscriptionId, description }, first?.title);
		const mailed = { eventId: event.id, subscriptionId, recipients, message, firstEventId: first?.event.id };
		return mailEvent(mailed, mail, settings.receivers);
	}
	if (format === 'slack' && typeof channel === 'string') {
		const posted = { id: event.id, message: slackMessage(notice), threadId: thread?.messageId ?? null };
		return postToSlack({ url: target.url, channel, token: token ?? '' }, posted, settings);
	}
	// The webhook of a chat tells no id to reply to.
	const continuing = first === null ? notice : continuingNotice(notice, first.title, first.event.at, readers);
	const content = JSON.stringify(format === 'slack' ? slackMessage(continuing) : teamsMessage(continuing));
	const post = (agent: OutwardAgent, signal: AbortSignal) => postJson({ url: target.url, content, agent }, signal);
	return postToWebhook({ ...target, format, post }, settings);
}

/** The message of the format `events`. */
function payloadOf(event: TaskEvent, links: PageLinks): object {
	const { type, at, data, sample } = event;
	const task = {
		...event.task,
		url: event.task.type === CONNECTION ? links.incidents : links.task(event.task.id),
	};
	const reviewUrl = links.review(event);
	return {
		type,
		timestamp: at,
		...(sample && { sample }),
		data: { task, ...data, ...(reviewUrl !== null && { reviewUrl }) },
	};
}
