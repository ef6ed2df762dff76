import { createHash } from 'node:crypto';

/** Characters of a digest: 132 bits, of which no two of one agent's texts share all. */
const DIGEST_CHARACTERS = 22;

/** The digest of a content in which ends of lines and blanks around it do not count. */
export function digestOf(content: string): string {
	return digestOfParts([plain(content)]);
}

/** The digest of a shown item: of its name and the digest of its content. */
export function digestOfShown(name: string, body: string): string {
	return digestOfParts([plain(name), body]);
}

export function digestOfParts(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** Whether a service that keeps texts in its own form may show one for the other. */
export function isSameText(one: string, other: string): boolean {
	return plain(one) === plain(other);
}

function plain(text: string): string {
	return text.normalize('NFC').replace(/\r\n?/g, '\n').trim();
}
