import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenConfig, TokenRole } from '../config';

/** Whose token it is, and what it may do. */
export interface TokenHolder {
	name: string;
	roles: readonly TokenRole[];
}

interface KnownToken extends TokenHolder {
	digest: Buffer;
}

/** The tokens that may call the gateway. Only their SHA-256 digests are kept. */
export class Tokens {
	#known: readonly KnownToken[] = [];

	constructor(tokens: readonly TokenConfig[]) {
		this.replace(tokens);
	}

	/** From now on these are all. */
	replace(tokens: readonly TokenConfig[]): void {
		this.#known = tokens.map(({ name, roles, token }) => ({ name, roles, digest: sha256(token) }));
	}

	/** Whose token `Authorization: Bearer <token>` has; null when it is none of ours. Takes the same time for all. */
	holderOf(authorization: string | undefined): TokenHolder | null {
		const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
		const digest = sha256(token);
		let found: KnownToken | null = null;
		for (const known of this.#known) if (timingSafeEqual(known.digest, digest)) found = known;
		return found;
	}
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
