import { z } from 'zod';
import { EVENT_TYPES } from '../../workflows/task/event';
import type { SubscriptionState } from '../../workflows/subscriptions/state';

const secretVersionSchema = z.object({ number: z.int().min(1), keyVersion: z.string() });

/** A subscription as its workflow's memo holds it. */
export const subscriptionStateSchema: z.ZodType<SubscriptionState> = z.object({
	settings: z.object({
		url: z.string(),
		events: z.array(z.enum(EVENT_TYPES)),
		connection: z.string().nullable(),
		description: z.string(),
		enabled: z.boolean(),
	}),
	secret: secretVersionSchema,
	creation: z.string(),
	previous: secretVersionSchema.extend({ until: z.string() }).nullable(),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const subscriptionMemoSchema = z.object({
	/** Of the settings as they were asked for, to know a repeat of the same key. */
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }),
	subscription: subscriptionStateSchema,
});
