import type { WebhookConfig } from '../../config';
import type { OutwardAgent } from '../../net/outward-agent';

/** What a webhook needs to be called. One of the configuration has no more than that says. */
export interface WebhookSettings extends Pick<WebhookConfig, 'url' | 'secret' | 'fields'> {
	/** The secret before a rotation. It signs too until then, ISO 8601 UTC. */
	previous?: { secret: string; until: string } | null;
	/**
	 * Which connections the operator allows now. Default: any, because the operator wrote the address into the
	 * configuration.
	 */
	reach?: () => { agent: OutwardAgent } | 'refused';
}
