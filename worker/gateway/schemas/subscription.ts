import { z } from 'zod';
import { EVENT_TYPES } from '../../../workflows/task/event';
import { DELIVERY_STATUSES } from '../../webhooks';
import { gatewayIdSchema, knownName } from './fields';

export const subscriptionIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the subscription'),
});

export const deliveryIdParams = subscriptionIdParams.extend({
	deliveryId: gatewayIdSchema.describe('The id of the delivery'),
});

const settings = {
	url: z
		.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
		.max(2_000)
		.describe('Receives each event by POST. Its host must be one of events.webhookHosts'),
	events: z
		.array(knownName(EVENT_TYPES))
		.min(1, 'is empty; name at least one event')
		.max(EVENT_TYPES.length)
		.refine((events) => new Set(events).size === events.length, 'names an event twice')
		.describe('The events to send'),
	connection: z
		.string()
		.min(1)
		.nullable()
		.describe('Only events of tasks of this connection. null: of all connections'),
	description: z.string().max(200).describe('A note for people, shown in the list'),
	enabled: z.boolean().describe('false: no events are sent. Events of that time are not sent later'),
};

export const subscriptionBodySchema = z.strictObject({
	...settings,
	connection: settings.connection.default(null),
	description: settings.description.default(''),
	enabled: settings.enabled.default(true),
});

export const subscriptionChangeSchema = z
	.strictObject({
		url: settings.url.optional(),
		events: settings.events.optional(),
		connection: settings.connection.optional(),
		description: settings.description.optional(),
		enabled: settings.enabled.optional(),
	})
	.refine((change) => Object.keys(change).length > 0, 'is empty; send at least one field to change');

export const sampleSchema = z.strictObject({
	event: knownName(EVENT_TYPES).describe('One of the events of the subscription'),
});

export const subscriptionViewSchema = z.object({
	id: z.string(),
	...settings,
	url: z.string().describe('Complete if the token may change it, otherwise scheme, host and …'),
	previousSecretUntil: z
		.string()
		.nullable()
		.describe('Until then messages are signed with the previous secret, too. ISO 8601 UTC'),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const subscriptionWithSecretSchema = subscriptionViewSchema.extend({
	secret: z.string().describe('Standard Webhooks: `whsec_` and base64. Only this response shows it'),
});

export const subscriptionListSchema = z.object({ items: z.array(subscriptionViewSchema) });

export const deliveryListQuery = z.strictObject({
	limit: z.coerce.number().int().min(1).max(100).default(20),
	pageToken: z.string().min(1).optional(),
});

export const deliveryPageSchema = z.object({
	items: z.array(
		z.object({
			id: z.string(),
			eventId: z.string().describe('The `webhook-id` of the message'),
			type: z.enum(EVENT_TYPES),
			taskId: z.string(),
			status: z.enum(DELIVERY_STATUSES).describe('`failed`: the worker gave up after three days'),
			attempts: z.int().nullable().describe('Number of attempts so far, while it is pending'),
			answer: z.int().nullable().describe('The HTTP status of the response that ended the delivery'),
			error: z.string().nullable().describe('The error of the last attempt, while it is pending'),
			startedAt: z.string(),
			closedAt: z.string().nullable(),
		}),
	),
	nextPageToken: z.string().nullable(),
});

export const deliveryStartedSchema = z.object({ id: z.string() });
