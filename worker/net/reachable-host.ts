/** The host to call, in the form of a URL, for a host to listen on. */
export function reachableHost(host: string): string {
	const bare = host.replace(/^\[|\]$/g, '');
	if (bare === '0.0.0.0' || bare === '::') return '127.0.0.1';
	return bare.includes(':') ? `[${bare}]` : bare;
}
