import { type ColumnMapping, TABLE_FIELDS, type TableField } from '../../../workflows/knowledge-sync/columns-contract';
import { SourceError } from '../rows/read-item';
import { someOf } from '../rows/some-of';

/** The place of each field's column, from 0 on. */
export type FieldColumns = ReadonlyMap<TableField, number>;

/** The title of the column that says why a row was refused. A corrected file may still have it. */
export const REASON_TITLE = 'refused because';

/** Other titles of a field, in the form of `plainTitle`. The field's own name comes first. */
const SYNONYMS: Readonly<Record<TableField, readonly string[]>> = {
	type: ['type', 'kind'],
	key: ['key', 'id', 'external id'],
	question: ['question', 'questions', 'q', 'query'],
	answer: ['answer', 'answers', 'a', 'response', 'reply'],
	enabled: ['enabled', 'active', 'is enabled', 'is active'],
	title: ['title', 'heading', 'headline', 'name'],
	content: ['content', 'text', 'body'],
	url: ['url', 'link', 'address', 'page', 'web address', 'page url'],
};

/** `Page_URL ` -> `page url` */
export function plainTitle(title: string): string {
	return title
		.normalize('NFKC')
		.replaceAll(/[\s_-]+/g, ' ')
		.trim()
		.toLowerCase();
}

/** How many titles name a field. */
export function knownTitles(titles: readonly string[]): number {
	const plain = new Set(titles.map(plainTitle));
	return TABLE_FIELDS.filter((field) => SYNONYMS[field].some((name) => plain.has(name))).length;
}

/**
 * Finds the column of each field by its title.
 * @throws SourceError if no title names a field, or two name the same one
 */
export function guessColumns(titles: readonly string[]): FieldColumns {
	const plain = titles.map(plainTitle);
	const columns = new Map<TableField, number>();
	for (const field of TABLE_FIELDS) {
		const own = plain.flatMap((title, index) => (title === field ? [index] : []));
		const [column, other] =
			own.length > 0 ? own : plain.flatMap((title, index) => (SYNONYMS[field].includes(title) ? [index] : []));
		if (column === undefined) continue;
		if (other !== undefined)
			throw new SourceError(
				`has two columns for ${field}: ${column + 1} and ${other + 1}. Rename one, or say which column is which field`,
			);
		columns.set(field, column);
	}
	if (columns.size === 0)
		throw new SourceError(
			'has no title that names a field. Write titles such as question and answer into the first row, ' +
				'or say which column is which field',
		);
	return columns;
}

/**
 * The columns that the caller names. It guesses none besides.
 * @param hasTitles whether the first row has titles. Without them, columns have numbers only
 * @throws SourceError if a column is missing, or two fields have the same one
 */
export function mappedColumns(titles: readonly string[], mapping: ColumnMapping, hasTitles: boolean): FieldColumns {
	const columns = new Map<TableField, number>();
	const taken = new Map<number, TableField>();
	for (const field of TABLE_FIELDS) {
		const name = mapping[field];
		if (name === undefined) continue;
		const column = typeof name === 'number' ? name - 1 : columnOf(titles, name, hasTitles);
		if (!Number.isInteger(column) || column < 0 || column >= titles.length)
			throw new SourceError(
				`has no column ${typeof name === 'number' ? name : `"${name}"`} for ${field}. ${columnsText(titles, hasTitles)}`,
			);
		const other = taken.get(column);
		if (other !== undefined) throw new SourceError(`has one column for ${other} and ${field}. Name one for each`);
		taken.set(column, field);
		columns.set(field, column);
	}
	if (columns.size === 0) throw new SourceError(`needs a column for a field. ${columnsText(titles, hasTitles)}`);
	return columns;
}

function columnOf(titles: readonly string[], name: string, hasTitles: boolean): number {
	const exact = hasTitles ? titles.indexOf(name) : -1;
	if (exact !== -1) return exact;
	const alike = hasTitles ? titles.findIndex((title) => plainTitle(title) === plainTitle(name)) : -1;
	// A form and a command line send numbers as texts.
	return alike === -1 && /^\d+$/.test(name) ? Number(name) - 1 : alike;
}

function columnsText(titles: readonly string[], hasTitles: boolean): string {
	return hasTitles ? `Its columns are: ${someOf(titles)}` : `It has ${titles.length} columns, numbered from 1 on`;
}
