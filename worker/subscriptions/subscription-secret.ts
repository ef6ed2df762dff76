import type { SecretVersion, SubscriptionState } from '../../workflows/subscriptions/subscription-state';
import type { Keyring } from '../temporal/keyring';

/**
 * The Standard Webhooks secret of a subscription. It is derived from the worker's key, so that it is kept nowhere and
 * every worker signs alike.
 */
export function subscriptionSecret(keyring: Keyring, id: string, { number, keyVersion }: SecretVersion): string {
	const { mac } = keyring.mac(['subscription', id, `${number}`], keyVersion);
	return `whsec_${Buffer.from(mac, 'base64url').toString('base64')}`;
}

/** All secrets that sign now: the present one, and the one before while it is being replaced. */
export function signingSecrets(
	keyring: Keyring,
	id: string,
	{ secret, previous }: Pick<SubscriptionState, 'secret' | 'previous'>,
): string[] {
	const overlaps = previous !== null && Date.parse(previous.until) > Date.now();
	return [secret, ...(overlaps ? [previous] : [])].map((version) => subscriptionSecret(keyring, id, version));
}
