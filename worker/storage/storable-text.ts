/**
 * A text that every database, file and program accepts: half of a character and U+0000 become U+FFFD, as half of one
 * does in every conversion to UTF-8. PostgreSQL refuses U+0000 in every type of text, and many readers of files end a
 * text at it.
 */
export function storableText(text: string): string {
	return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * The escapes of U+0000 and of half of a character in what JSON.stringify wrote. An even number of backslashes before
 * one stands for backslashes of the text.
 */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/**
 * JSON with storable texts, as values and as names.
 * @throws RangeError if the value is nested too deeply
 */
export function storableJson(value: unknown): string {
	return JSON.stringify(value).replace(UNSTORABLE, '$1\ufffd');
}
