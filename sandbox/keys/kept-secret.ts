import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A secret that was not given: made at the first start and kept in a file of the data folder that only its owner
 * can read, so that it is the same tomorrow.
 */
export function keptSecret(dataDir: string, name: string, prefix: string): string {
	const file = join(dataDir, name);
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	if (existsSync(file)) return readFileSync(file, 'utf8').trim();
	const secret = `${prefix}${randomBytes(24).toString('base64url')}`;
	writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
	return secret;
}
