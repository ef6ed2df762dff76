import { InvalidArgumentError } from 'commander';

/** Texts with commas between them; at least one. */
export function listOf(text: string): string[] {
	const texts = listOrNone(text);
	if (texts.length === 0) throw new InvalidArgumentError('It must be a list, with commas between the entries.');
	return texts;
}

/** The same, or none at all. */
export function listOrNone(text: string): string[] {
	return text
		.split(',')
		.map((each) => each.trim())
		.filter((each) => each !== '');
}
