/**
 * Text as it can be stored and shown in little room: cut between characters, never inside one, and well formed. What
 * stores text as UTF-8 or JSON, such as PostgreSQL's `jsonb`, refuses half a character.
 * @param most UTF-16 units, as text is counted in JavaScript and in spreadsheets
 */
export function shortText(text: string, most: number): string {
	const splitsOne = (text.codePointAt(most - 1) ?? 0) > 0xffff;
	return text.slice(0, splitsOne ? most - 1 : most).toWellFormed();
}
