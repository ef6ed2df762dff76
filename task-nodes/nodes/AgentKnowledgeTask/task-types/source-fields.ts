import type { INodeProperties } from 'n8n-workflow';

export const sourcesAs = {
	displayName: 'Specify Sources',
	name: 'sourcesAs',
	type: 'options',
	options: [
		{ name: 'Using Rows Below', value: 'rows' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'rows',
	description: 'How to name pages, texts and uploaded files. Files of the input item have a field of their own.',
} as const satisfies INodeProperties;

/** The type of a row decides which of its other fields are shown. */
const rowType = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Page', value: 'url' },
		{ name: 'Text', value: 'text' },
		{ name: 'Uploaded File', value: 'file' },
	],
	default: 'url',
	description: 'The type of the source',
} as const satisfies INodeProperties;

const url = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	displayOptions: { show: { type: ['url'] } },
	default: '',
	placeholder: 'e.g. https://www.example.com/help',
	description: 'The address of the page',
} as const satisfies INodeProperties;

const title = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	displayOptions: { show: { type: ['text'] } },
	default: '',
	placeholder: 'e.g. Opening hours',
	description: 'The title of the text in the agent',
} as const satisfies INodeProperties;

const content = {
	displayName: 'Text',
	name: 'content',
	type: 'string',
	displayOptions: { show: { type: ['text'] } },
	typeOptions: { rows: 4 },
	default: '',
	description: 'The text, at most 32 KB',
} as const satisfies INodeProperties;

const filename = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	displayOptions: { show: { type: ['file'] } },
	default: '',
	placeholder: 'e.g. prices.pdf',
	description: 'The name of the file in the agent. Its extension sets the type.',
} as const satisfies INodeProperties;

const blob = {
	displayName: 'Blob',
	name: 'blob',
	type: 'string',
	displayOptions: { show: { type: ['file'] } },
	default: '',
	placeholder: 'e.g. sha256:…',
	description: 'The reference from the output of the operation Upload of the resource File',
} as const satisfies INodeProperties;

export const sourceRows = {
	displayName: 'Sources',
	name: 'sources',
	type: 'fixedCollection',
	displayOptions: { show: { sourcesAs: ['rows'] } },
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add Source',
	default: {},
	description: 'Pages, texts and uploaded files, in the order in which they are added',
	options: [
		{
			displayName: 'Source',
			name: 'source',
			values: [rowType, url, title, content, filename, blob],
		},
	],
} as const satisfies INodeProperties;

export const sourcesJson = {
	displayName: 'Sources (JSON)',
	name: 'sourcesJson',
	type: 'json',
	displayOptions: { show: { sourcesAs: ['json'] } },
	default: '[\n  { "type": "url", "url": "https://www.example.com/help" }\n]',
	description:
		'A list of pages (as in the example), texts {"type": "text", "title", "content"} and uploaded files {"type": "file", "filename", "blob"}. An expression may give the list itself.',
} as const satisfies INodeProperties;

export const filesField = {
	displayName: 'Input Binary Fields',
	name: 'binaryPropertyNames',
	type: 'string',
	default: '',
	placeholder: 'e.g. data, attachment_1',
	hint: 'The names of the input binary fields containing the files to be added',
	description:
		'Binary fields of the input item, separated by commas, or * for all. The task adds their files after the Sources. A file has at most 10 MB.',
} as const satisfies INodeProperties;

export const ifPresent = {
	displayName: 'If Already There',
	name: 'ifPresent',
	type: 'options',
	options: [
		{ name: 'Add', value: 'add', description: 'Add it again, beside the existing source' },
		{ name: 'Skip', value: 'skip', description: 'Skip it, unless the existing source has failed' },
	],
	default: 'skip',
	description: 'What to do with a source whose address, title or file name the agent already has',
} as const satisfies INodeProperties;
