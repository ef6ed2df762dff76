import type { INodeProperties } from 'n8n-workflow';

export const titleField = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Opening hours',
	description: 'The title of the text in the list of sources',
} as const satisfies INodeProperties;

export const contentField = {
	displayName: 'Content',
	name: 'content',
	type: 'string',
	typeOptions: { rows: 6 },
	default: '',
	required: true,
	description: 'Plain text, at most 1 MB',
} as const satisfies INodeProperties;
