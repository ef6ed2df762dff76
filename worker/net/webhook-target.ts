import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { hostOf, isAllowedHost } from './allowed-host';
import { isPublicAddress, publicLookup } from './public-address';

/** Why a webhook is allowed: the configuration names its host, or the host is on the public internet. */
export type WebhookReach = 'named' | 'public';

const publicOnly = {
	httpAgent: new HttpAgent({ lookup: publicLookup }),
	httpsAgent: new HttpsAgent({ lookup: publicLookup }),
};
const named = { httpAgent: new HttpAgent(), httpsAgent: new HttpsAgent() };

/**
 * Whether deliveries may go to an address. This checks only its form: names are resolved when the connection is made.
 * @param webhookHosts `host:port`, and `*:port` for every public host by https
 * @returns null if they may not
 */
export function webhookReach(address: string, webhookHosts: readonly string[]): WebhookReach | null {
	if (isAllowedHost(address, webhookHosts)) return 'named';
	const host = hostOf(address);
	if (host === null) return null;
	const { protocol, hostname } = new URL(address);
	const port = host.slice(host.lastIndexOf(':') + 1);
	if (protocol !== 'https:' || !webhookHosts.includes(`*:${port}`)) return null;
	const bare = hostname.replace(/^\[|\]$/g, '');
	const isAddress = bare !== hostname || /^[\d.]+$/.test(bare);
	return !isAddress || isPublicAddress(bare) ? 'public' : null;
}

/** The connections for a delivery. For `public` they refuse names that resolve to private addresses. */
export function agentsFor(reach: WebhookReach) {
	return reach === 'named' ? named : publicOnly;
}
