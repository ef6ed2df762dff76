/** Control characters, which have no place in a text; a database ends a text at the first of them (U+0000). */
const NOT_TEXT = /[^\P{Cc}\t\n]/gu;
/** Half of a surrogate pair, which no database takes. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** A text from elsewhere as it can be kept and searched: line ends of one kind, whole characters, none that nobody sees. */
export function cleanText(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n').replaceAll(NOT_TEXT, '').replaceAll(HALF_CHARACTER, '\u{fffd}');
}
