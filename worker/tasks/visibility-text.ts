import { UNSEARCHABLE } from '../../workflows/task/searchable-text';

/** @throws Error if the text could end the quotation */
export function quoted(text: string): string {
	if (UNSEARCHABLE.test(text)) throw new Error('A query of Temporal cannot contain this text.');
	return `'${text}'`;
}
