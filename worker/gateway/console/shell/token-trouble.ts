/**
 * What is wrong with a typed token, before it is sent.
 * @returns null if a gateway may have such a token
 */
export function tokenTrouble(token: string): string | null {
	if (token === '') return 'Enter a token.';
	// A header cannot carry other characters, so the browser would refuse to send them.
	if (/^[\x21-\x7e]+$/.test(token)) return null;
	return 'A token has only letters from A to Z, digits and signs, and no space within. Copy it again.';
}
