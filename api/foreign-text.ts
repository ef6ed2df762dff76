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

/** Marks of direction, overrides and isolates, what has no width, and tags. */
const INVISIBLE =
	/[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

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
	return text.replaceAll(CONTROLS, ' ').replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '');
}

/** What JSON may contain as it is, and a terminal obeys or a reader does not see. */
const UNESCAPED =
	/[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/** The same JSON without such characters: programs read the same of it. @param json in which they only stand in strings */
export function escapedJson(json: string): string {
	return json.replaceAll(UNESCAPED, (found) =>
		Array.from({ length: found.length }, (_, index) => `\\u${hexOf(found.charCodeAt(index))}`).join(''),
	);
}

function hexOf(code: number): string {
	return code.toString(16).padStart(4, '0');
}
