import { z } from 'zod';
import { emailAddressSchema } from '../../../api';
import { DIGESTS, SUBSCRIPTION_FORMATS, type SubscriptionFormat } from '../../../workflows/subscriptions/state';
import { namedConnection } from '../../../workflows/task/contract';
import { EVENT_TYPES } from '../../../workflows/task/event';
import { DELIVERY_STATUSES } from '../../webhooks';
import { gatewayIdSchema, knownName } from './fields';

export const subscriptionIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the subscription'),
});

export const deliveryIdParams = subscriptionIdParams.extend({
	deliveryId: gatewayIdSchema.describe('The id of the delivery'),
});

/** Most mails that one event can make. */
const MOST_RECIPIENTS = 20;

const settings = {
	format: z
		.enum(SUBSCRIPTION_FORMATS)
		.describe(
			'events: signed JSON for programs. slack, teams: a message for people to an incoming webhook of the chat. email: a mail for people',
		),
	url: z
		.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
		.max(2_000)
		.describe('Receives each event by POST. Its host must be one of events.webhookHosts. Not with the format email'),
	channel: z
		.string()
		.min(1, 'is empty; name a channel, or leave the field out for an incoming webhook')
		.max(80)
		.describe(
			'Only with the format slack: the id of the channel that a bot posts to. Then url is https://slack.com/api/chat.postMessage, token is the token of the bot, and messages of one incident are a thread',
		),
	token: z
		.string()
		.regex(/^[\x21-\x7e]{1,500}$/, 'is not a token')
		.describe('Only with channel: the token of the bot, which needs the scope chat:write. No response shows it'),
	recipients: z
		.array(emailAddressSchema)
		.max(MOST_RECIPIENTS, `has more than ${MOST_RECIPIENTS} addresses; create another subscription for the rest`)
		.refine(
			(addresses) => new Set(addresses.map((each) => each.toLowerCase())).size === addresses.length,
			'names an address twice',
		)
		.describe('Email addresses, each of which gets a mail of its own. Only with the format email'),
	events: z
		.array(knownName(EVENT_TYPES))
		.min(1, 'is empty; name at least one event')
		.max(EVENT_TYPES.length)
		.refine((events) => new Set(events).size === events.length, 'names an event twice')
		.describe('The events to send'),
	digests: z
		.enum(DIGESTS)
		.describe('Which schedule.digest to send. problems: if something needs a look. all: also if all is well'),
	timeZone: z
		.string()
		.max(64)
		.refine(isTimeZone, 'is not a time zone; use a name such as Europe/Berlin or UTC')
		.nullable()
		.describe(
			"IANA name of the time zone of the times in messages for people. null: times and dates are in the zone and language that the settings of the event's connection name",
		),
	connection: namedConnection.nullable().describe('Only events of tasks of this connection. null: of all connections'),
	description: z.string().max(200).describe('A note for people, shown in the list and at the end of its mails'),
	enabled: z.boolean().describe('false: no events are sent. Events of that time are not sent later'),
};

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

export const subscriptionBodySchema = z
	.strictObject({
		...settings,
		format: settings.format.default('events'),
		url: settings.url.nullable().default(null),
		channel: settings.channel.nullable().exactOptional(),
		token: settings.token.nullable().exactOptional(),
		recipients: settings.recipients.default([]),
		digests: settings.digests.default('problems'),
		timeZone: settings.timeZone.default(null),
		connection: settings.connection.default(null),
		description: settings.description.default(''),
		enabled: settings.enabled.default(true),
	})
	.check(({ value, issues }) => {
		for (const { path, message } of receiverIssues(value))
			issues.push({ code: 'custom', input: undefined, path: [path], message });
	});

interface Receiver {
	url?: string | null | undefined;
	channel?: string | null | undefined;
	token?: string | null | undefined;
	recipients?: string[] | undefined;
}

interface ReceiverIssue {
	path: 'url' | 'recipients' | 'channel' | 'token';
	message: string;
}

function receiverIssues({ format, ...receiver }: Receiver & { format: SubscriptionFormat }): ReceiverIssue[] {
	const { url, recipients } = receiver;
	const foreign = [...foreignReceiver(format, receiver), ...botIssues(receiver)];
	if (format === 'email')
		return recipients?.length === 0
			? [...foreign, { path: 'recipients', message: 'is empty; name at least one email address' }]
			: foreign;
	return url === null ? [...foreign, { path: 'url', message: 'is missing; it receives the events' }] : foreign;
}

/** The method of Slack that takes a channel and a token. An incoming webhook has both in its address. */
const POST_MESSAGE = '/api/chat.postMessage';

/** Channel and token need each other, and the address takes both or none. */
function botIssues({ url, channel, token }: Receiver): ReceiverIssue[] {
	const [hasChannel, hasToken] = [isGiven(channel), isGiven(token)];
	const takesChannel = isGiven(url) && URL.canParse(url) && new URL(url).pathname === POST_MESSAGE;
	return [
		...(!hasChannel && (hasToken || takesChannel)
			? [{ path: 'channel' as const, message: 'is missing; name the channel that the bot posts to' }]
			: []),
		...(!hasToken && (hasChannel || takesChannel)
			? [{ path: 'token' as const, message: 'is missing; it is the token of the bot that posts to the channel' }]
			: []),
		...(hasChannel && !takesChannel
			? [{ path: 'url' as const, message: `does not take a channel; use https://slack.com${POST_MESSAGE}` }]
			: []),
	];
}

/** Those of a change. @param channel of the subscription so far, whose token and address nobody is shown */
export function changedBotIssues(channel: string | null | undefined, change: Receiver): ReceiverIssue[] {
	if (![change.url, change.channel, change.token].some(isGiven)) return [];
	const isBot = isGiven(channel);
	return botIssues({
		url: change.url ?? `https://kept.invalid${isBot ? POST_MESSAGE : '/webhook'}`,
		channel: change.channel ?? channel,
		token: change.token ?? (isBot ? 'kept' : undefined),
	});
}

function isGiven(text: string | null | undefined): text is string {
	return typeof text === 'string';
}

/** What belongs to another format. */
export function foreignReceiver(
	format: SubscriptionFormat,
	{ url, channel, token, recipients = [] }: Receiver,
): ReceiverIssue[] {
	const isEmail = format === 'email';
	return [
		...(isEmail && typeof url === 'string'
			? [{ path: 'url' as const, message: 'does not belong to the format email; name recipients instead' }]
			: []),
		...(format !== 'slack' && isGiven(channel)
			? [{ path: 'channel' as const, message: `does not belong to the format ${format}, only to slack` }]
			: []),
		...(format !== 'slack' && isGiven(token)
			? [{ path: 'token' as const, message: `does not belong to the format ${format}, only to slack` }]
			: []),
		...(!isEmail && recipients.length > 0
			? [{ path: 'recipients' as const, message: `do not belong to the format ${format}; name url instead` }]
			: []),
	];
}

export const subscriptionChangeSchema = z
	.strictObject(
		{
			url: settings.url.optional(),
			channel: settings.channel.optional(),
			token: settings.token.optional(),
			recipients: settings.recipients.min(1, 'is empty; name at least one email address').optional(),
			events: settings.events.optional(),
			digests: settings.digests.optional(),
			timeZone: settings.timeZone.optional(),
			connection: settings.connection.optional(),
			description: settings.description.optional(),
			enabled: settings.enabled.optional(),
		},
		{
			error: (issue) =>
				issue.code === 'unrecognized_keys' && issue.keys.includes('format')
					? 'format cannot change; create another subscription'
					: undefined,
		},
	)
	.refine((change) => Object.keys(change).length > 0, 'is empty; send at least one field to change');

export const sampleSchema = z.strictObject({
	event: knownName(EVENT_TYPES).describe('One of the events of the subscription'),
});

const { token: _hidden, ...shown } = settings;

export const subscriptionViewSchema = z.object({
	id: z.string(),
	...shown,
	channel: z.string().nullable().exactOptional().describe('The channel that a bot posts to, with the format slack'),
	url: z
		.string()
		.nullable()
		.describe(
			'Scheme, host and … with the formats slack and teams, and for a token that may not change it. null with the format email',
		),
	recipients: z.array(z.string()),
	timeZone: z.string().nullable(),
	previousSecretUntil: z
		.string()
		.nullable()
		.describe('Until then messages are signed with the previous secret, too. ISO 8601 UTC'),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const subscriptionWithSecretSchema = subscriptionViewSchema.extend({
	secret: z
		.string()
		.nullable()
		.describe('Standard Webhooks: `whsec_` and base64. Only this response shows it. null unless the format is events'),
});

const undeliveredSchema = z.object({
	count: z.int().describe('Messages that are still retried after a failure, or were given up within the last 24 hours'),
	since: z.string().describe('The beginning of the oldest one, ISO 8601 UTC'),
});

export const subscriptionListSchema = z.object({
	items: z.array(
		subscriptionViewSchema.extend({
			undelivered: undeliveredSchema.nullable().describe('Messages that do not arrive. Null: every message arrived'),
		}),
	),
	webhookHosts: z.array(z.string()).describe('The hosts to which messages may go, from events.webhookHosts'),
});

export const deliveryListQuery = z.strictObject({
	limit: z.coerce.number().int().min(1).max(100).default(20),
	pageToken: z.string().min(1).optional(),
});

export const deliveryPageSchema = z.object({
	items: z.array(
		z.object({
			id: z.string(),
			eventId: z.string().describe('The id of the event, and the `webhook-id` of a message with the format events'),
			type: z.enum(EVENT_TYPES),
			taskId: z.string(),
			status: z
				.enum(DELIVERY_STATUSES)
				.describe(
					'`failed`: the worker gave up after three days. `unknown`: the mail server may or may not have a mail; `nextAttemptAt` is when the worker sends it once more, and null after that',
				),
			attempts: z.int().nullable().describe('Number of attempts so far. null after the end'),
			nextAttemptAt: z
				.string()
				.nullable()
				.describe('When the next attempt begins, ISO 8601 UTC. null while an attempt runs, and after the end'),
			answer: z.int().nullable().describe('The HTTP or SMTP status of the response that ended the delivery'),
			error: z
				.string()
				.nullable()
				.describe(
					'The error of the last attempt, until the end. Later, the recipients that got nothing or may have got nothing',
				),
			startedAt: z.string(),
			closedAt: z.string().nullable(),
		}),
	),
	nextPageToken: z.string().nullable(),
});

export const deliveryStartedSchema = z.object({ id: z.string() });
