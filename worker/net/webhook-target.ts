import { hostOf, isAllowedHost } from './allowed-host';
import { OutwardAgent } from './outward-agent';
import { isPublicAddress, publicLookup, refusePrivate, refuseUnlessPublic } from './public-address';

/**
 * Why an address is allowed: the configuration names its host, or the host is on the public internet. `named-public`: the
 * configuration names it, and it must be public all the same.
 */
export type WebhookReach = 'named' | 'public' | 'named-public';

const AGENTS: Readonly<Record<WebhookReach, OutwardAgent>> = {
	named: new OutwardAgent(),
	public: new OutwardAgent({ lookup: publicLookup, admit: refusePrivate }),
	'named-public': new OutwardAgent({ lookup: publicLookup, admit: refuseUnlessPublic }),
};

/** Which hosts may be called. */
export interface AllowedHosts {
	/** `host:port`, which may be private, and `*:port` for every public host at this port. */
	hosts: readonly string[];
	/** Those of `hosts` that a bound caller may use. Another one counts as any public host. Default: all */
	uses?: readonly string[] | undefined;
}

/**
 * Whether deliveries may go to an address. This checks only its form: names are resolved when the connection is made.
 * @param webhookHosts `host:port`, and `*:port` for every public host by https
 * @returns null if they may not
 */
export function webhookReach(address: string, webhookHosts: readonly string[]): WebhookReach | null {
	return reachOf(address, { hosts: webhookHosts }, ['https:']);
}

/** The same for anything else that the worker calls. @param protocols of public hosts, as in `https:` */
export function reachOf(address: string, allowed: AllowedHosts, protocols: readonly string[]): WebhookReach | null {
	const { hosts, uses = hosts } = allowed;
	return isAllowedHost(address, hosts) && isAllowedHost(address, uses)
		? 'named'
		: publicReachOf(address, allowed, protocols);
}

/**
 * The same for an address that something public names, such as a redirect or a sitemap. It stays in public: a host of the
 * configuration, too, is called only if it is public.
 */
export function publicReachOf(
	address: string,
	{ hosts, uses = hosts }: AllowedHosts,
	protocols: readonly string[],
): Exclude<WebhookReach, 'named'> | null {
	if (!isPublicForm(address)) return null;
	const isNamed = isAllowedHost(address, hosts);
	if (!isOpen(address, hosts, protocols) && !(isNamed && isAllowedHost(address, uses))) return null;
	return isNamed ? 'named-public' : 'public';
}

/** Whether every public host may be called in this way. */
function isOpen(address: string, hosts: readonly string[], protocols: readonly string[]): boolean {
	const host = hostOf(address);
	if (host === null) return false;
	return protocols.includes(new URL(address).protocol) && hosts.includes(`*:${host.slice(host.lastIndexOf(':') + 1)}`);
}

/** Whether it is a name, or the public address of a machine. */
function isPublicForm(address: string): boolean {
	if (hostOf(address) === null) return false;
	const { hostname } = new URL(address);
	const bare = hostname.replace(/^\[|\]$/g, '');
	const isAddress = bare !== hostname || /^[\d.]+$/.test(bare);
	return !isAddress || isPublicAddress(bare);
}

/**
 * The connections for a delivery. Unless the host is `named`, they refuse names that resolve to private addresses. A proxy
 * of the environment resolves names itself: then only names that this machine can resolve are checked, before the proxy is
 * asked. A host of the configuration may be private, so `named-public` needs a name that this machine resolves.
 */
export function agentFor(reach: WebhookReach): OutwardAgent {
	return AGENTS[reach];
}
