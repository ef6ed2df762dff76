import { timingSafeEqual } from 'node:crypto';
import type { Grant, TokenConfig, TokenRole } from '../../config';
import { sha256 } from './sha256';

/** The holder of a token, and its roles. */
export interface TokenHolder {
	name: string;
	/** Of all grants together. */
	roles: readonly TokenRole[];
	/** Where each role counts. */
	grants: readonly Grant[];
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

	/** Replaces all tokens. */
	replace(tokens: readonly TokenConfig[]): void {
		this.#known = tokens.map(({ name, token, roles, connections, uses }) => ({
			name,
			roles,
			grants: [{ roles, connections, uses }],
			digest: sha256(token),
		}));
	}

	/** The holder of the token in `Authorization: Bearer <token>`; null for an unknown token. Takes the same time for each. */
	holderOf(authorization: string | undefined): TokenHolder | null {
		const digest = sha256(tokenIn(authorization));
		return this.holderWith((known) => timingSafeEqual(known, digest));
	}

	/** @param isIts whether this is the digest of the token that is looked for */
	holderWith(isIts: (digest: Buffer) => boolean): TokenHolder | null {
		let found: KnownToken | null = null;
		for (const known of this.#known) if (isIts(known.digest)) found = known;
		return found;
	}
}

/** Empty if the header has none. */
export function tokenIn(authorization: string | undefined): string {
	return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}
