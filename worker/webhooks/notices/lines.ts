import type { Notice } from './notice';

/** A notice as lines of plain text, without its link. */
export function linesOf({ title, sentences, items, facts }: Notice): string[] {
	return [
		title,
		'',
		...sentences,
		...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${item}`)]),
		'',
		...facts.map(({ label, value }) => `${label}: ${value}`),
	];
}
