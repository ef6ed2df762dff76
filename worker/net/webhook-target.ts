import { hostOf, isAllowedHost } from './allowed-host';
import { OutwardAgent } from './outward-agent';
import { isPublicAddress, publicLookup, refusePrivate } from './public-address';

/** Why a webhook is allowed: the configuration names its host, or the host is on the public internet. */
export type WebhookReach = 'named' | 'public';

const publicOnly = new OutwardAgent({ lookup: publicLookup, admit: refusePrivate });
const named = new OutwardAgent();

/**
 * Whether deliveries may go to an address. This checks only its form: names are resolved when the connection is made.
 * @param webhookHosts `host:port`, and `*:port` for every public host by https
 * @returns null if they may not
 */
export function webhookReach(address: string, webhookHosts: readonly string[]): WebhookReach | null {
	return reachOf(address, webhookHosts, ['https:']);
}

/** The same for anything else that the worker calls. @param protocols of public hosts, as in `https:` */
export function reachOf(address: string, hosts: readonly string[], protocols: readonly string[]): WebhookReach | null {
	if (isAllowedHost(address, hosts)) return 'named';
	const host = hostOf(address);
	if (host === null) return null;
	const { protocol, hostname } = new URL(address);
	const port = host.slice(host.lastIndexOf(':') + 1);
	if (!protocols.includes(protocol) || !hosts.includes(`*:${port}`)) return null;
	const bare = hostname.replace(/^\[|\]$/g, '');
	const isAddress = bare !== hostname || /^[\d.]+$/.test(bare);
	return !isAddress || isPublicAddress(bare) ? 'public' : null;
}

/**
 * The connections for a delivery. For `public` they refuse names that resolve to private addresses. A proxy of the
 * environment resolves names itself: then only names that this machine can resolve are checked, before the proxy is asked.
 */
export function agentFor(reach: WebhookReach): OutwardAgent {
	return reach === 'named' ? named : publicOnly;
}
