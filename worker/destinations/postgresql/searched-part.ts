const ASCII = /^[\0-\x7f]*$/;

/**
 * A part of an address that each text with the address has too, in whatever form. Letters beyond ASCII have several
 * forms, and a database keeps each of them.
 * @param parts the longest first
 */
export function searchedPart(...parts: readonly string[]): string {
	return parts.find((part) => ASCII.test(part)) ?? '@';
}

export function domainOf(email: string): string {
	return email.slice(email.lastIndexOf('@'));
}
