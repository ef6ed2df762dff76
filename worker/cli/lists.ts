import { InvalidArgumentError } from 'commander';

/** Texts with commas between them. */
export function listOf(text: string): string[] {
	const texts = text
		.split(',')
		.map((each) => each.trim())
		.filter((each) => each !== '');
	if (texts.length === 0) throw new InvalidArgumentError('It must be a list, with commas between the entries.');
	return texts;
}
