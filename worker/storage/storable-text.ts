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

/** JSON has them as they are, and readers of lines such as Python's `splitlines` end a line there. */
const MORE_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A line of NDJSON, which every reader of lines keeps whole. @throws RangeError as `storableJson` */
export function jsonLine(value: unknown): string {
	const line = storableJson(value).replace(MORE_LINE_ENDS, (end) => {
		return `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
	return `${line}\n`;
}
