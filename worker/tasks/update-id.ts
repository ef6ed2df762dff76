import { createHash } from 'node:crypto';

/**
 * The id of an update of this name with this key of its caller. Histories show ids to everybody, and a key may say whose
 * it is.
 */
export function updateIdOf(name: string, idempotencyKey: string): string {
	return `${name}/${createHash('sha256').update(idempotencyKey).digest('base64url')}`;
}
