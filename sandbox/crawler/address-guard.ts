import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import type { Dispatcher } from 'undici';
import { outwardConnections } from '../../api';
import { NotPublicError } from './page';

const LOCAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;
const LOOKUP_MS = 3000;

/** Finds the addresses of a name, as `dns.lookup` does. */
export type Lookup = typeof systemLookup;

/**
 * Restricts the crawler to public addresses. It checks the address and its DNS records before a request, and the
 * address again when the connection opens. So a name that changes in between (DNS rebinding) gains nothing. A proxy of
 * the environment resolves names itself, so that it has to refuse private addresses too.
 */
export class AddressGuard {
	private readonly publicOnly: Dispatcher;
	private readonly anywhere: Dispatcher = outwardConnections();
	private readonly allowed: Set<string>;

	/** @param allowedHosts local hosts that the crawler may read, as host:port */
	constructor(
		allowedHosts: readonly string[],
		private readonly lookup: Lookup = systemLookup,
	) {
		this.publicOnly = outwardConnections({ connect: { lookup: publicLookup(lookup) } });
		this.allowed = new Set(allowedHosts);
	}

	allow(hostAndPort: string): void {
		this.allowed.add(hostAndPort.toLowerCase());
	}

	/**
	 * Refuses addresses that are not public. A name unknown to DNS passes, because fetching it reports that.
	 *
	 * @throws NotPublicError
	 */
	async check(url: URL): Promise<void> {
		this.checkForm(url);
		if (this.isAllowed(url) || ipaddr.isValid(bareHost(url))) return;
		const found = await Promise.race([
			promisify(this.lookup)(url.hostname, { all: true }).catch(() => []),
			wait(LOOKUP_MS, [], { ref: false }),
		]);
		if (found.some(({ address }) => !isPublic(address))) {
			throw new NotPublicError(`${url.hostname} is a private or internal address`);
		}
	}

	/** The connection pool for a request; the caller has checked the address. @throws NotPublicError */
	dispatcherFor(url: URL): Dispatcher {
		this.checkForm(url);
		return this.isAllowed(url) ? this.anywhere : this.publicOnly;
	}

	async close(): Promise<void> {
		await Promise.all([this.publicOnly.destroy(), this.anywhere.destroy()]);
	}

	/** The URL parser has already turned decimal, octal and hexadecimal forms into the usual one. */
	private checkForm(url: URL): void {
		if (url.protocol !== 'http:' && url.protocol !== 'https:')
			throw new NotPublicError('only http and https addresses can be read');
		if (url.username || url.password) throw new NotPublicError('an address with a user name or password is not public');
		if (this.isAllowed(url)) return;
		const host = bareHost(url);
		if (ipaddr.isValid(host)) {
			if (!isPublic(host)) throw new NotPublicError(`${host} is a private or internal address`);
			return;
		}
		const name = host.replace(/\.$/, '');
		if (!name.includes('.') || LOCAL_NAME.test(name)) throw new NotPublicError(`${name} is a local name`);
	}

	/** Whether the settings allow this local host. */
	isAllowed(url: URL): boolean {
		const port = url.port || (url.protocol === 'https:' ? '443' : '80');
		return this.allowed.has(`${url.hostname.toLowerCase()}:${port}`);
	}
}

function bareHost(url: URL): string {
	return url.hostname.replace(/^\[|\]$/g, '');
}

/**
 * The ranges of the open internet. `::127.0.0.1` and similar addresses are outside them and still reach IPv4 addresses.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Accepts only unicast addresses of the open internet: no private, loopback, link-local, mapped, translated or reserved
 * ones.
 */
export function isPublic(address: string): boolean {
	const parsed = ipaddr.process(address);
	return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** Resolves a name for a connection. It returns no address if one of them is not public. */
function publicLookup(lookup: Lookup): LookupFunction {
	return (hostname, options, callback) => {
		lookup(hostname, { ...options, all: true }, (error, addresses) => {
			if (error) return callback(error, '', 4);
			const [first] = addresses;
			if (!first) return callback(new Error(`${hostname} has no address`), '', 4);
			if (addresses.some(({ address }) => !isPublic(address))) {
				return callback(new NotPublicError(`${hostname} is a private or internal address`), '', 4);
			}
			if (options.all) callback(null, addresses);
			else callback(null, first.address, first.family);
		});
	};
}
