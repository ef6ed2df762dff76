import { z } from 'zod';
import { signingSecret } from '../../settings/fields';
import { editableKindOf, schemaOfKinds } from '../kind-lookup';

const kept = {
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
};

/** A destination that people created at the gateway, with its settings and secrets. It is only stored encrypted. */
export const storedDestinationSchema = schemaOfKinds(({ type, editable }) =>
	z.object({ type: z.literal(type), ...editable.settings.shape, ...kept }),
);

export type StoredDestination = z.output<typeof storedDestinationSchema>;

/** What people set of a destination, by the names of its kind's settings. */
export type Settings = Readonly<Record<string, unknown>>;

export function settingsOf(stored: StoredDestination): Settings {
	const names = Object.keys(editableKindOf(stored.type).settings.shape);
	return Object.fromEntries(names.map((name) => [name, stored[name]]));
}
