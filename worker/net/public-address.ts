import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The range of the public internet. Outside it, `::127.0.0.1` and similar addresses still reach IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Unicast addresses of the open internet: no private, loopback, link-local, mapped, translated or reserved ones. */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** A name resolves to an address that is not public. */
export class NotPublicError extends Error {
	override readonly name = 'NotPublicError';
	readonly code = 'ENOTPUBLIC';

	constructor(readonly host: string) {
		super(`${host} leads to an address that is not public`);
	}
}

/**
 * Resolves a name when the connection is made, so that a name cannot change its address after the check. Returns no
 * address if one of them is not public.
 * @param resolve looks up names
 */
export function publicOnly(resolve: typeof lookup): LookupFunction {
	return (hostname, options, callback) => {
		resolve(hostname, { ...options, all: true }, (error, addresses) => {
			if (error) return callback(error, '', 4);
			const [first] = addresses;
			if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
				return callback(new NotPublicError(hostname), '', 4);
			if (options.all) callback(null, addresses);
			else callback(null, first.address, first.family);
		});
	};
}

export const publicLookup = publicOnly(lookup);
