import { readSubscriptions } from '../api/client';
import { useLive } from '../api/live';
import { ownConnections } from '../api/session';

/** To which hosts a webhook may go, and where somebody changes that, as the end of a field's help. */
export function useAllowedHosts(): string {
	const hosts = useLive(readSubscriptions, []).value?.webhookHosts;
	if (ownConnections() !== null) return 'Ask the operator whether its host is allowed';
	return hosts === undefined ? '' : allowedHosts(hosts);
}

/** @param hosts `host:port`, or `*:port` */
export function allowedHosts(hosts: readonly string[]): string {
	const named = hosts.map((host) => (host.startsWith('*:') ? `every public host (${host})` : host));
	return `Allowed hosts: ${named.join(', ') || 'none'}. To add one, change events.webhookHosts in the configuration file and restart gateway and workers`;
}
