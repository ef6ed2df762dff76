import type { Keyring } from '../temporal/keyring';
import { InvalidPageTokenError } from './task-errors';

/**
 * Temporal's page token with a digest of the query it belongs to: the server answers a changed one, or one of another
 * query, with an error of its own or with the wrong page.
 */
export function sealPageToken(keyring: Keyring, query: string, token: Uint8Array | null | undefined): string | null {
	if (token === null || token === undefined || token.length === 0) return null;
	const text = Buffer.from(token).toString('base64url');
	const { keyVersion, mac } = keyring.mac(['page', query, text]);
	return [text, mac, Buffer.from(keyVersion).toString('base64url')].join('.');
}

/** @throws InvalidPageTokenError */
export function openPageToken(keyring: Keyring, query: string, sealed: string | undefined): Buffer {
	if (sealed === undefined) return Buffer.alloc(0);
	const [text = '', mac = '', version = ''] = sealed.split('.');
	const keyVersion = Buffer.from(version, 'base64url').toString();
	if (!keyring.has(keyVersion) || !keyring.matches({ keyVersion, mac }, ['page', query, text])) {
		throw new InvalidPageTokenError();
	}
	return Buffer.from(text, 'base64url');
}
