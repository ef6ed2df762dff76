import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256, in hex: how a secret is stored. Keys are long and random, so a slow hash would protect nothing more. */
export function digestOf(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}

/** Compares two secrets in constant time, whatever their lengths. */
export function sameSecret(given: string, expected: string): boolean {
	return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}
