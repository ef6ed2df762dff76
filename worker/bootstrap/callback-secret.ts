import type { Config } from '../config';
import type { Keyring } from '../temporal';

/**
 * The Standard Webhooks secret of callbacks. Default: derived from the current encryption key, so that all workers sign
 * with the same secret. n8n's resume URL needs no signature; other receivers need the secret.
 */
export function callbackSecret(config: Config, keyring: Keyring): string {
	const { signingSecret } = config.gateway;
	if (signingSecret !== undefined) return signingSecret;
	const derived = Buffer.from(keyring.mac(['callbacks']).mac, 'base64url');
	return `whsec_${derived.toString('base64')}`;
}
