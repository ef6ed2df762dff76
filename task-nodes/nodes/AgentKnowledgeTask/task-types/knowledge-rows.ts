import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { asList, asText, FieldProblem, isEmpty } from '../fields/field-values';
import type { FieldReader } from '../fields/field-reader';
import { readFiles } from '../fields/input-files';
import { given, type ReadRow } from './task-type';

// The fields that make a row of a set of an input item.

export const rowType = {
	displayName: 'Rows',
	name: 'rowType',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Fetched by the Worker',
			value: 'fetched',
			description: 'The worker fetches a sitemap, or a table such as a published sheet',
		},
		{ name: 'Files', value: 'file', description: 'Each item has a file, such as those of Read Files From Disk' },
		{ name: 'Pages', value: 'page', description: 'Each item has the address of a public page' },
		{ name: 'Q&A Pairs', value: 'qa', description: 'Each item has a question and its answer' },
		{ name: 'Texts', value: 'text', description: 'Each item has a title and a text' },
	],
	default: 'qa',
	description: 'What each input item is, or who fetches the rows',
} as const satisfies INodeProperties;

export const question = {
	displayName: 'Question',
	name: 'question',
	type: 'string',
	displayOptions: { show: { rowType: ['qa'] } },
	default: '={{ $json.question }}',
	description: 'The question of each item',
} as const satisfies INodeProperties;

export const answer = {
	displayName: 'Answer',
	name: 'answer',
	type: 'string',
	displayOptions: { show: { rowType: ['qa'] } },
	typeOptions: { rows: 2 },
	default: '={{ $json.answer }}',
	description: 'The answer of each item, which the agent gives word by word',
} as const satisfies INodeProperties;

export const title = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	displayOptions: { show: { rowType: ['text'] } },
	default: '={{ $json.title }}',
	description: 'The title of each text in the agent',
} as const satisfies INodeProperties;

export const content = {
	displayName: 'Text',
	name: 'content',
	type: 'string',
	displayOptions: { show: { rowType: ['text'] } },
	typeOptions: { rows: 2 },
	default: '={{ $json.content }}',
	description: 'The text of each item',
} as const satisfies INodeProperties;

export const url = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	displayOptions: { show: { rowType: ['page'] } },
	default: '={{ $json.url }}',
	description: 'The address of each page',
} as const satisfies INodeProperties;

export const binaryField = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	displayOptions: { show: { rowType: ['file'] } },
	default: 'data',
	required: true,
	hint: 'The name of the input binary field containing the file of each item',
	description: 'The field of each input item that holds its file. A file has at most 10 MB.',
} as const satisfies INodeProperties;

export const setUrl = {
	displayName: 'Address to Fetch',
	name: 'setUrl',
	type: 'string',
	displayOptions: { show: { rowType: ['fetched'] } },
	default: '',
	required: true,
	placeholder: 'e.g. https://www.example.com/sitemap.xml',
	description: 'The address of a sitemap, or of a CSV, NDJSON, XLSX or ZIP file, which the worker fetches in each run',
} as const satisfies INodeProperties;

/** In a form that knows no other rows. */
export const alwaysFetched = {
	displayName: 'Rows',
	name: rowType.name,
	type: 'hidden',
	default: 'fetched',
	description: 'The worker fetches them in each run',
} as const satisfies INodeProperties;

const pattern = {
	type: 'string',
	displayOptions: { show: { '/rowType': ['fetched'] } },
	default: '',
	placeholder: 'e.g. /help/**, /news/*',
} as const satisfies Partial<INodeProperties>;

export const include = {
	...pattern,
	displayName: 'Only These Pages',
	name: 'include',
	description: 'Only pages of the sitemap with such an address, separated by commas. Default: all pages.',
} as const satisfies INodeProperties;

export const exclude = {
	...pattern,
	displayName: 'Not These Pages',
	name: 'exclude',
	description: 'No pages of the sitemap with such an address, separated by commas',
} as const satisfies INodeProperties;

export const columns = {
	...pattern,
	displayName: 'Columns',
	name: 'columns',
	placeholder: 'e.g. question=Frage, answer=2',
	description:
		'Which column of the table is which field, by its title or number, separated by commas. Default: by the titles.',
} as const satisfies INodeProperties;

export const key = {
	displayName: 'Key',
	name: 'key',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.number }}',
	description:
		'What each row is known by from one sync to the next, such as the ID of its row in a table. With it, a changed question or title changes the item. Default: the question, title, address or file name.',
} as const satisfies INodeProperties;

export const enabled = {
	displayName: 'Enabled',
	name: 'enabled',
	type: 'string',
	displayOptions: { show: { '/rowType': ['qa'] } },
	default: '',
	placeholder: 'e.g. {{ $json.enabled }}',
	description:
		'Whether the agent uses the pair of each item: true or false. Default: a new pair is used, and another one stays as it is.',
} as const satisfies INodeProperties;

export const rowFields = [rowType, question, answer, title, content, url, binaryField, setUrl] as const;

/** The part of an input without input items; empty if the items are the rows. */
export function readFetched(read: FieldReader): IDataObject {
	if (read.choice(rowType) !== 'fetched') return {};
	const patterns = [include, exclude].map((field) => [field.name, read.list(field)] as const);
	const mapping = read.as(columns, (value) => asList(value).map(asColumn));
	return {
		url: read.text(setUrl),
		...Object.fromEntries(patterns.filter(([, list]) => list.length > 0)),
		...(mapping.length > 0 && { columns: Object.fromEntries(mapping) }),
	};
}

/** The gateway knows the fields. */
function asColumn(text: string): [field: string, column: string] {
	const at = text.indexOf('=');
	if (at === -1) throw new FieldProblem(`must have a field and its column, such as question=Frage, not "${text}"`);
	return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** The labels of a row's fields, by the gateway's names. */
export const ROW_LABELS: Readonly<Record<string, string>> = {
	question: question.displayName,
	answer: answer.displayName,
	title: title.displayName,
	content: content.displayName,
	url: url.displayName,
	filename: 'File Name',
	key: key.displayName,
	enabled: enabled.displayName,
};

/**
 * An empty field is none: the gateway says which fields a row needs.
 * @throws NodeOperationError that names a field which no row can have
 */
export function readRow(read: FieldReader): ReadRow {
	const type = read.choice(rowType);
	const row = { type, key: read.optionalText(key) };
	switch (type) {
		case 'qa':
			return {
				row: given({
					...row,
					question: read.optionalText(question),
					answer: read.optionalText(answer),
					enabled: read.as(enabled, asEnabled),
				}),
			};
		case 'text':
			return { row: given({ ...row, title: read.optionalText(title), content: read.optionalText(content) }) };
		case 'page':
			return { row: given({ ...row, url: read.optionalText(url) }) };
		default: {
			const [file] = readFiles(read, binaryField);
			return file === undefined ? { row: given(row) } : { row: given({ ...row, filename: file.filename }), file };
		}
	}
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['yes', true],
	['1', true],
	['false', false],
	['no', false],
	['0', false],
]);

/** As tables write it. */
function asEnabled(value: unknown): boolean | undefined {
	if (isEmpty(value) || typeof value === 'boolean')
		return value === '' || value === null ? undefined : (value as boolean);
	const found = SWITCH.get(asText(value).toLowerCase());
	if (found === undefined) throw new FieldProblem('must be true or false');
	return found;
}
