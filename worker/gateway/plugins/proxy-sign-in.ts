import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Grant, isUserName, type PersonRoles, type ProxySignInConfig } from '../../config';
import { Problem } from '../../problems/problem';
import { sha256 } from './sha256';
import type { TokenHolder } from './tokens';

/** In which a proxy proves itself, if the configuration has a secret. */
const SECRET_HEADER = 'X-Proxy-Secret';
/** Addresses that the log names. A caller with many addresses must not fill it. */
const MOST_REPORTED = 100;

/** Somebody whom a proxy has signed in. Without roles: the configuration gives this person none. */
export type Person = TokenHolder;

/**
 * Reads from a header who signed in at the reverse proxy in front of the gateway. The header counts only on a connection
 * from that proxy itself: X-Forwarded-For proves nothing, because everybody can send it.
 */
export class ProxySignIn {
	readonly #config: ProxySignInConfig;
	#roles: PersonRoles;
	readonly #proxies = new BlockList();
	readonly #secret: Buffer | null;
	readonly #reported = new Set<string>();

	constructor(config: ProxySignInConfig) {
		this.#config = config;
		this.#roles = config;
		this.#secret = config.secret === undefined ? null : sha256(config.secret);
		for (const proxy of config.proxies) allow(this.#proxies, proxy);
	}

	/** Replaces the roles of all people. */
	replaceRoles(roles: PersonRoles): void {
		this.#roles = roles;
	}

	/** The header's name, for messages. */
	get userHeader(): string {
		return this.#config.userHeader;
	}

	/**
	 * @returns null if no proxy names a person
	 * @throws Problem 403 if a proxy names several, or sends a name that is not valid
	 */
	personOf(request: FastifyRequest): Person | null {
		const { userHeader } = this.#config;
		const sent = valuesOf(request, userHeader);
		if (sent.every((value) => value === '')) return null;
		const distrust = this.#distrust(request);
		if (distrust !== null) {
			this.#reportOnce(request, `the gateway ignored the header ${userHeader}, because ${distrust}`);
			return null;
		}
		const name = this.#onlyText(request, userHeader);
		if (!isUserName(name)) throw this.#unclear(request, userHeader, 'is not a valid name');
		const grants = this.#grantsOf(request, name);
		return { name, roles: [...new Set(grants.flatMap(({ roles }) => roles))], grants };
	}

	#grantsOf(request: FastifyRequest, name: string): Grant[] {
		const { users, groups, everyone, bound } = this.#roles;
		const mine = this.#groupsOf(request);
		const own = Object.hasOwn(users, name) ? users[name] : undefined;
		const inGroups = mine.map((group) => (Object.hasOwn(groups, group) ? groups[group] : undefined));
		const unbound = [own, ...inGroups, everyone].filter((roles) => roles !== undefined);
		const some = bound.filter((each) => each.users.includes(name) || each.groups.some((group) => mine.includes(group)));
		return [...unbound.map((roles) => ({ roles })), ...some];
	}

	/** Not even read if no group has a role: then a proxy need not remove the header of its clients. */
	#groupsOf(request: FastifyRequest): string[] {
		const { groups, bound } = this.#roles;
		if (Object.keys(groups).length === 0 && bound.every((each) => each.groups.length === 0)) return [];
		return this.#onlyText(request, this.#config.groupsHeader)
			.split(',')
			.map((group) => group.trim());
	}

	/** Empty if the header is missing. Two headers mean that a proxy added its own to one of its client. */
	#onlyText(request: FastifyRequest, header: string): string {
		const [value = '', ...more] = valuesOf(request, header);
		if (more.length > 0) throw this.#unclear(request, header, 'came more than once');
		const text = utf8(value);
		if (text === null) throw this.#unclear(request, header, 'is not UTF-8');
		return text;
	}

	/** @returns why nothing that the sender says of its user counts. Null: it is a proxy of the configuration */
	#distrust(request: FastifyRequest): string | null {
		const address = addressOf(request);
		const isListed = address !== '' && this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
		if (!isListed) return 'gateway.proxySignIn.proxies does not list the address of its sender';
		if (this.#secret === null) return null;
		const [secret = '', ...more] = valuesOf(request, SECRET_HEADER);
		const isProven = more.length === 0 && timingSafeEqual(sha256(secret), this.#secret);
		return isProven ? null : `its sender did not prove itself with gateway.proxySignIn.secret in ${SECRET_HEADER}`;
	}

	#unclear(request: FastifyRequest, header: string, what: string): Problem {
		this.#reportOnce(request, `the header ${header} of a proxy ${what}`);
		return new Problem({
			type: 'sign_in_unclear',
			title: 'The reverse proxy does not say clearly who signed in',
			status: 403,
			detail: `Nothing was done. The header ${header} ${what}. Ask the operator of the reverse proxy to replace this header in each request, instead of adding to it.`,
		});
	}

	/** Names the address and never the value, which anybody may have made up. */
	#reportOnce(request: FastifyRequest, what: string): void {
		const address = addressOf(request);
		const key = `${address} ${what}`;
		if (this.#reported.has(key) || this.#reported.size >= MOST_REPORTED) return;
		this.#reported.add(key);
		request.log.warn({ address, setting: 'gateway.proxySignIn' }, what);
	}
}

/** A person whom the proxy signed in and the configuration does not know. */
export function rolesMissing(name: string): Problem {
	return new Problem({
		type: 'roles_missing',
		title: 'You have no role here',
		status: 403,
		detail: `You are signed in as "${name}", and the gateway gives this user no role. Ask the operator of the gateway to add "${name}" to gateway.proxySignIn.users, or use a token.`,
	});
}

function allow(list: BlockList, proxy: string): void {
	const [network = '', bits] = proxy.split('/');
	const family = isIPv6(network) ? 'ipv6' : 'ipv4';
	if (bits === undefined) list.addAddress(network, family);
	else list.addSubnet(network, Number(bits), family);
}

/** Of the connection itself, without a zone. Empty if it has ended. */
function addressOf({ raw }: FastifyRequest): string {
	return raw.socket.remoteAddress?.replace(/%.*/s, '') ?? '';
}

function valuesOf({ raw }: FastifyRequest, header: string): readonly string[] {
	return raw.headersDistinct[header.toLowerCase()] ?? [];
}

const READER = new TextDecoder('utf-8', { fatal: true });

/** Node reads each byte of a header as one character. @returns null if the bytes are not UTF-8 */
function utf8(value: string): string | null {
	try {
		return READER.decode(Buffer.from(value, 'latin1'));
	} catch {
		return null;
	}
}
