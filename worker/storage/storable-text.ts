/**
 * A text that every database, file and program accepts: half of a character and U+0000 become U+FFFD, as half of one
 * does in every conversion to UTF-8. PostgreSQL refuses U+0000 in every type of text, and many readers of files end a
 * text at it.
 */
export function storableText(text: string): string {
	return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * JSON with storable texts, as values and as names.
 * @throws RangeError if the value is nested too deeply
 */
export function storableJson(value: unknown): string {
	return JSON.stringify(value).replace(/\\(?:ud[89a-f][0-9a-f]{2}|u0000|.)/g, (escape) =>
		escape.startsWith('\\ud') || escape === '\\u0000' ? '\ufffd' : escape,
	);
}
