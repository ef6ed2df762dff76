import { isIP } from 'node:net';

/** Endings that nobody can register: RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and the services of Kubernetes. */
const PRIVATE = /(^|\.)(localhost|local|internal|test|svc|home\.arpa)$/;

/**
 * Whether a request without a token means this server. A website can let a name of its own lead to an address inside your
 * network, and a browser there would show it the response ("DNS rebinding"). Such a request has that name in `Host`. A
 * website has no way to send an IP address, a name without a dot, or a private name.
 * @param host the header; undefined for HTTP/1.0, which no browser speaks
 * @param more further names of this server, in lower case, without a port
 */
export function isOwnHost(host: string | undefined, more: readonly string[] = []): boolean {
	if (host === undefined) return true;
	const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
	const bare = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (bare === '' || /[^\w.:-]/.test(bare)) return false;
	return isIP(bare) !== 0 || !bare.includes('.') || PRIVATE.test(bare) || more.includes(bare);
}
