import { listKey } from '../add-sources/names';

/** The fields that name a wanted row. */
export type NamedRow = { key?: string | undefined } & (
	| { type: 'qa'; question: string }
	| { type: 'text'; title: string }
	| { type: 'page'; url: string }
	| { type: 'file'; filename: string }
);

/** The field that has the name of a row. */
export type NameField = 'question' | 'title' | 'url' | 'filename';

export const NAME_FIELDS: Readonly<Record<NamedRow['type'], NameField>> = {
	qa: 'question',
	text: 'title',
	page: 'url',
	file: 'filename',
};

/** What a row is known by in its set, from one sync to the next: its own key, or one made of its name. */
export function keyOf(row: NamedRow): string {
	return row.key ?? itemKey(row.type, nameOf(row));
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

/**
 * What an item is known by at the service, which has no keys: two items with the same one are a double. Questions and
 * titles may differ in blanks and in capitals.
 */
export function itemKey(type: NamedRow['type'], name: string): string {
	switch (type) {
		case 'qa':
		case 'text':
			return `${type} ${name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()}`;
		case 'page':
			return `${type} ${listKey('url', name)}`;
		case 'file':
			return `${type} ${name.normalize('NFC').trim()}`;
	}
}
