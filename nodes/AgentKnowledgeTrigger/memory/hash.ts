import { createHash } from 'crypto';

/** SHA-256 in base64url, as many characters as asked for, with 6 bits each. */
export function hashOfText(text: string, characters: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, characters);
}
