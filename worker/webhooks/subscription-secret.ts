import type { SecretVersion, SubscriptionState } from '../../workflows/subscriptions/state';
import type { Keyring } from '../temporal/keyring';

type Creation = Pick<SubscriptionState, 'creation'>;

/**
 * The Standard Webhooks secret of a subscription. It is derived from the worker's key and the subscription's creation, so
 * that it is kept nowhere, every worker signs alike, and whoever knew the secret of a deleted subscription does not know
 * that of its successor with the same id.
 */
export function subscriptionSecret(
	keyring: Keyring,
	id: string,
	{ number, keyVersion, creation }: SecretVersion & Creation,
): string {
	const { mac } = keyring.mac(['subscription', id, `${number}`, creation], keyVersion);
	return `whsec_${Buffer.from(mac, 'base64url').toString('base64')}`;
}

/** All secrets that sign now: the present one, and the one before while it is being replaced. */
export function signingSecrets(
	keyring: Keyring,
	id: string,
	{ secret, previous, creation }: Pick<SubscriptionState, 'secret' | 'previous'> & Creation,
): string[] {
	const overlaps = previous !== null && Date.parse(previous.until) > Date.now();
	return [secret, ...(overlaps ? [previous] : [])].map((version) =>
		subscriptionSecret(keyring, id, { ...version, creation }),
	);
}
