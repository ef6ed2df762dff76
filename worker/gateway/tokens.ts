import { createHash, timingSafeEqual } from 'node:crypto';

interface KnownToken {
	name: string;
	digest: Buffer;
}

/** The tokens that may call the gateway. Only their SHA-256 digests are kept. */
export class Tokens {
	readonly #known: readonly KnownToken[];

	constructor(tokens: ReadonlyArray<{ name: string; token: string }>) {
		this.#known = tokens.map(({ name, token }) => ({ name, digest: sha256(token) }));
	}

	/** The name of the token in `Authorization: Bearer <token>`; null when it is none of ours. Takes the same time for all. */
	nameOf(authorization: string | undefined): string | null {
		const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
		const digest = sha256(token);
		let found: string | null = null;
		for (const known of this.#known) if (timingSafeEqual(known.digest, digest)) found = known.name;
		return found;
	}
}

function sha256(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
