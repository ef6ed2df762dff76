import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** SHA-256, in hex: the stored form of a secret. Keys are long and random, so a slow hash would add no protection. */
export function digestOf(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}

/** Compares two secrets of any length in constant time. */
export function secretsMatch(given: string, expected: string): boolean {
	return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}

/**
 * A secret that the settings do not contain. The first start creates it and keeps it in a file of the data folder that
 * only its owner can read. Later starts use the same secret.
 */
export function loadOrCreateSecret(dataDir: string, name: string, prefix: string): string {
	const file = join(dataDir, name);
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	if (existsSync(file)) return readFileSync(file, 'utf8').trim();
	const secret = `${prefix}${randomBytes(24).toString('base64url')}`;
	writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
	return secret;
}
