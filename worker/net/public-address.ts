import { lookup, type LookupAddress } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { within } from '../../api';

/** The range of the public internet. Outside it, `::127.0.0.1` and similar addresses still reach IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Unicast addresses of the open internet: no private, loopback, link-local, mapped, translated or reserved ones. */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false;
	const parsed = ipaddr.process(address);
	return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** The code of `NotPublicError`, which clients pass on with errors of their own. */
export const NOT_PUBLIC = 'ENOTPUBLIC';

/** A name resolves to an address that is not public. */
export class NotPublicError extends Error {
	override readonly name = 'NotPublicError';
	readonly code = NOT_PUBLIC;

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
			if (!first || addresses.some(isPrivate)) return callback(new NotPublicError(hostname), '', 4);
			if (options.all) callback(null, addresses);
			else callback(null, first.address, first.family);
		});
	};
}

export const publicLookup = publicOnly(lookup);

type ResolveAll = (host: string, options: { all: true }) => Promise<LookupAddress[]>;

/** In milliseconds. Behind a proxy, many machines cannot resolve names of the internet. */
const LOOK_UP_WITHIN_MS = 2_000;

/**
 * Refuses a host that a proxy would resolve. A name that this machine cannot resolve in time passes: then only the proxy
 * can refuse a private address.
 * @throws NotPublicError if one of its addresses, as this machine resolves it, is not public
 */
export async function refusePrivate(host: string, resolve: ResolveAll = lookUp): Promise<void> {
	const found = await resolved(host, resolve);
	if (found?.some(isPrivate) === true) throw new NotPublicError(host);
}

/** The same, and a name that this machine cannot resolve in time does not pass. @throws NotPublicError */
export async function refuseUnlessPublic(host: string, resolve: ResolveAll = lookUp): Promise<void> {
	const found = await resolved(host, resolve);
	if (found === null || found.some(isPrivate)) throw new NotPublicError(host);
}

const isPrivate = ({ address }: LookupAddress) => !isPublicAddress(address);

/** Null: not in time, or not at all. */
async function resolved(host: string, resolve: ResolveAll): Promise<LookupAddress[] | null> {
	return within(LOOK_UP_WITHIN_MS, resolve(host, { all: true })).catch(() => null);
}
