/** What a text without a title is called: its first words. */
export function titleOfText(content: string): string {
	const start = content.trim().slice(0, 60);
	// The cut may have left half a character at the end; elsewhere half of one was in the text.
	const words = start
		.replace(/\p{Surrogate}$/u, '')
		.toWellFormed()
		.replaceAll(/\s+/g, ' ');
	return words === '' ? 'Text' : words;
}
