import { z } from 'zod';
import { signingSecret, webhookFields, webhookUrl } from '../../config';

/** A webhook destination that people created at the gateway, with its secrets. It is only stored encrypted. */
export const storedWebhookSchema = z.object({
	type: z.literal('webhook'),
	url: webhookUrl,
	/** Null: everything. */
	fields: webhookFields.nullable(),
	secret: signingSecret,
	/** The secret before, which signs too until then, ISO 8601 UTC. */
	previous: z.object({ secret: signingSecret, until: z.string() }).nullable(),
	/** A digest of the Idempotency-Key that made the secret, so that a repeat of that request gets it again. */
	madeBy: z.object({ keyVersion: z.string(), mac: z.string() }),
	/** ISO 8601 UTC. */
	createdAt: z.string(),
	updatedAt: z.string(),
	/** The name of the token, or of the person, that changed it last. */
	changedBy: z.string(),
});

export type StoredWebhook = z.output<typeof storedWebhookSchema>;
