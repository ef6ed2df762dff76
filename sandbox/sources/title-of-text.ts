/** What a text without a title is called: its first words. */
export function titleOfText(content: string): string {
	const start = content.trim().slice(0, 60);
	// The cut may have left half a character.
	const words = start.replace(/\p{Surrogate}$/u, '').replaceAll(/\s+/g, ' ');
	return words === '' ? 'Text' : words;
}
