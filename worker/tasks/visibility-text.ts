/** Characters that could end a text in a query of Temporal. The gateway refuses them with a sentence. */
export const UNSEARCHABLE = /['"`\\\p{Cc}\p{Cs}]/u;

/** @throws Error if the text could end the quotation */
export function quoted(text: string): string {
	if (UNSEARCHABLE.test(text)) throw new Error('A query of Temporal cannot contain this text.');
	return `'${text}'`;
}
