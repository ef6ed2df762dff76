import type { Config } from '../../config';
import { type Check, ok, warn } from './check';

const NAME = 'sign-in by proxy';

/** Whether a program that is not the proxy could sign in as anybody. */
export function checkProxySignIn({ proxySignIn }: Pick<Config['gateway'], 'proxySignIn'>): Check[] {
	if (proxySignIn === undefined) return [];
	const { proxies, secret, userHeader } = proxySignIn;
	const from = proxies.join(', ');
	if (secret !== undefined) return [ok(NAME, `${userHeader} counts from ${from}, with the secret of the proxy.`)];
	return [
		warn(
			NAME,
			`Every program that can connect from ${from} can sign in as any user, without a secret.`,
			'Set gateway.proxySignIn.secret, and let the proxy send it in the header X-Proxy-Secret.',
		),
	];
}
