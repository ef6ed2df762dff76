import { z } from 'zod';
import { emailAddressSchema } from '../../../api';
import { DIGESTS, SUBSCRIPTION_FORMATS, type SubscriptionFormat } from '../../../workflows/subscriptions/state';
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
		.describe('IANA name of the time zone of the times in messages for people'),
	connection: z
		.string()
		.min(1)
		.nullable()
		.describe('Only events of tasks of this connection. null: of all connections'),
	description: z.string().max(200).describe('A note for people, shown in the list'),
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
		recipients: settings.recipients.default([]),
		digests: settings.digests.default('problems'),
		timeZone: settings.timeZone.default('UTC'),
		connection: settings.connection.default(null),
		description: settings.description.default(''),
		enabled: settings.enabled.default(true),
	})
	.check(({ value, issues }) => {
		for (const { path, message } of receiverIssues(value))
			issues.push({ code: 'custom', input: undefined, path: [path], message });
	});

interface Receiver {
	url?: string | null;
	recipients?: string[];
}

interface ReceiverIssue {
	path: 'url' | 'recipients';
	message: string;
}

function receiverIssues({ format, url, recipients }: Receiver & { format: SubscriptionFormat }): ReceiverIssue[] {
	const foreign = foreignReceiver(format, { url, recipients });
	if (format === 'email')
		return recipients?.length === 0
			? [...foreign, { path: 'recipients', message: 'is empty; name at least one email address' }]
			: foreign;
	return url === null ? [...foreign, { path: 'url', message: 'is missing; it receives the events' }] : foreign;
}

/** What belongs to another format. */
export function foreignReceiver(format: SubscriptionFormat, { url, recipients = [] }: Receiver): ReceiverIssue[] {
	const isEmail = format === 'email';
	return [
		...(isEmail && typeof url === 'string'
			? [{ path: 'url' as const, message: 'does not belong to the format email; name recipients instead' }]
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

export const subscriptionViewSchema = z.object({
	id: z.string(),
	...settings,
	url: z
		.string()
		.nullable()
		.describe(
			'Scheme, host and … with the formats slack and teams, and for a token that may not change it. null with the format email',
		),
	recipients: z.array(z.string()),
	timeZone: z.string(),
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
