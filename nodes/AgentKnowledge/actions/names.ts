/**
 * A question or a title as it is written. Blanks around it, the kind and number of blanks inside, and the form of
 * Unicode do not count: services, sheets and editors change them.
 */
export function spelling(name: string): string {
	return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/**
 * By which a row finds its record. Capitals do not count either: they make no other question, and no other title.
 * @param name what a service shows; empty if that is no text
 */
export function nameKey(name: unknown): string {
	return typeof name === 'string' ? spelling(name).toLowerCase() : '';
}

/** Whether a service that keeps texts in its own form may show one for the other. */
export function isSameText(shown: unknown, text: string): boolean {
	return typeof shown === 'string' && plain(shown) === plain(text);
}

function plain(text: string): string {
	return text.normalize('NFC').replace(/\r\n?/g, '\n').trim();
}
