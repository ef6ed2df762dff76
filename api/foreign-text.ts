/**
 * Texts of others on their way to people: visitors, sites, mail servers and services write them. A terminal obeys some of
 * their characters, and others hide, reverse or link what a reader sees. Data for programs keeps every character.
 */

/**
 * Escape sequences of terminals, whole (ECMA-48), in 7 and 8 bits: colours and movements, links and titles, and the rest.
 * No part reads past a character that can begin another sequence, so the time is linear.
 */
const SEQUENCES = new RegExp(
	[
		String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`,
		String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0090\u0098\u009b-\u009f]*(?:\u0007|\u001b\\|\u009c)`,
		String.raw`\u001b[ -/]*[0-~]`,
	].join('|'),
	'gu',
);

/** What a terminal obeys, and the separators of lines and paragraphs. Line feeds and tabs are for the callers. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u2028\u2029]/gu;

/**
 * What Unicode itself says not to show: marks of direction, overrides and isolates, what has no width, fillers and tags.
 * Joiners and selectors of a form are below. Also marks of annotations.
 */
const INVISIBLE = /(?![\p{VS}\p{Join_C}])\p{DI}|[\ufff9-\ufffb]/gu;

/** A selector of a character's form belongs behind that character. Any other hides data in what looks like nothing. */
const STRAY_SELECTORS = /(?<=^|[\s\p{VS}])\p{VS}/gu;

/** The joiners belong into emoji and into scripts that join letters. Elsewhere they make one name look like another. */
const STRAY_JOINERS =
	/(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Lo}])[\u200c\u200d]|[\u200c\u200d](?![\p{Extended_Pictographic}\p{M}\p{Lo}\u2640\u2642])/gu;

/** A foreign text as a person may see it, in lines. */
export function visibleText(text: string): string {
	return withoutControls(text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(SEQUENCES, ''));
}

/** The same in one line. */
export function visibleLine(text: string): string {
	return visibleText(text).replaceAll(/\s+/g, ' ').trim();
}

/**
 * Removes single characters only. For a text of our own with foreign parts in it: a sequence that begins in one part must
 * not take our words with it.
 */
export function withoutControls(text: string): string {
	const seen = text.replaceAll(CONTROLS, ' ').replaceAll(INVISIBLE, '').replaceAll(STRAY_SELECTORS, '');
	return seen.replaceAll(STRAY_JOINERS, '');
}

/** The characters of a text that a person does not see, each once as `U+202E`. For a text that has to stay as it is. */
export function hiddenIn(text: string): string[] {
	const all = [CONTROLS, INVISIBLE, STRAY_SELECTORS, STRAY_JOINERS].flatMap((hidden) => text.match(hidden) ?? []);
	const codes = [...new Set(all)].map((each) => each.codePointAt(0) ?? 0);
	return codes.map((code) => `U+${hexOf(code).toUpperCase()}`);
}

/** What JSON may contain as it is, and a terminal obeys or a reader does not see. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|(?!\p{VS})\p{DI}|(?<=^|[\s\p{VS}])\p{VS}/gu;

/** The same JSON without such characters: programs read the same of it. @param json in which they only stand in strings */
export function escapedJson(json: string): string {
	return json.replaceAll(UNESCAPED, (found) =>
		Array.from({ length: found.length }, (_, index) => `\\u${hexOf(found.charCodeAt(index))}`).join(''),
	);
}

function hexOf(code: number): string {
	return code.toString(16).padStart(4, '0');
}
