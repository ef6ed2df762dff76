const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `host:port` of an http or https address; null for anything else, and for an address with a user or password. */
export function hostOf(address: string): string | null {
	if (!URL.canParse(address)) return null;
	const url = new URL(address);
	const defaultPort = DEFAULT_PORTS[url.protocol];
	if (defaultPort === undefined || url.username !== '' || url.password !== '') return null;
	return `${url.hostname}:${url.port === '' ? defaultPort : url.port}`;
}

/** @param allowedHosts `host:port`, matched exactly except for upper and lower case */
export function isAllowedHost(address: string, allowedHosts: readonly string[]): boolean {
	const host = hostOf(address);
	return host !== null && allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}
