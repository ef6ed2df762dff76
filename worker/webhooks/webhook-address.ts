import type { SubscriptionSettings } from '../../workflows/subscriptions/state';

/**
 * The address of a chat's webhook is all that its owner needs to post there, so nobody sees it whole, nor the token of a
 * bot.
 */
export function withoutSecret<Settings extends Pick<SubscriptionSettings, 'format' | 'url' | 'token'>>({
	token: _hidden,
	...settings
}: Settings): Omit<Settings, 'token'> {
	const isChat = settings.format === 'slack' || settings.format === 'teams';
	return isChat && settings.url !== null ? { ...settings, url: originOf(settings.url) } : settings;
}

/** Scheme and host of an address, for people who may not see the rest. */
export function originOf(url: string): string {
	const { protocol, host } = new URL(url);
	return `${protocol}//${host}/…`;
}
