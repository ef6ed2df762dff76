import { listKey } from '../add-sources/names';

/** The fields that name a wanted row. */
export type NamedRow = { key?: string | undefined } & (
	| { type: 'qa'; question: string }
	| { type: 'text'; title: string }
	| { type: 'page'; url: string }
	| { type: 'file'; filename: string }
);

/** What a row is known by in its set, from one sync to the next: its own key, or one made of its name. */
export function keyOf(row: NamedRow): string {
	return row.key ?? `${row.type} ${nameKeyOf(row)}`;
}

/**
 * What an item is known by at the service, which has no keys: two items of a type with the same one are a double.
 * Questions and titles may differ in blanks and in capitals.
 */
export function nameKeyOf(row: NamedRow): string {
	switch (row.type) {
		case 'qa':
			return folded(row.question);
		case 'text':
			return folded(row.title);
		case 'page':
			return listKey('url', row.url);
		case 'file':
			return row.filename.normalize('NFC').trim();
	}
}

/** The name of a row as its writer knows it. */
export function nameOf(row: NamedRow): string {
	switch (row.type) {
		case 'qa':
			return row.question;
		case 'text':
			return row.title;
		case 'page':
			return row.url;
		case 'file':
			return row.filename;
	}
}

function folded(text: string): string {
	return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
}
