import type { z } from 'zod';
import type { OutwardAgent } from '../../net/outward-agent';
import type { webhookSettings } from './settings';

/** What a webhook needs to be called. One of the configuration has no more than that says. */
export interface WebhookReceiver extends Pick<z.output<typeof webhookSettings>, 'url' | 'secret' | 'fields'> {
	/** The secret before a rotation. It signs too until then, ISO 8601 UTC. */
	previous?: { secret: string; until: string } | null;
	/**
	 * Which connections the operator allows now. Default: any, because the operator wrote the address into the
	 * configuration.
	 */
	reach?: () => { agent: OutwardAgent } | 'refused';
}
