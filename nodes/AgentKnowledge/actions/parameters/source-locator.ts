import type { INodeProperties } from 'n8n-workflow';

const isSourceId = {
	type: 'regex',
	properties: { regex: '^\\s*[1-9][0-9]*\\s*$', errorMessage: 'A source ID is a whole number' },
} as const;

/** Which source of the chosen agent. */
export const sourceLocator = {
	displayName: 'Source',
	name: 'sourceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The training source to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a source...',
			typeOptions: { searchListMethod: 'searchSources', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
			validation: [isSourceId],
		},
	],
} as const satisfies INodeProperties;

/** Which text of the chosen agent: other types cannot be updated (specification, part 4). */
export const textSourceLocator = {
	...sourceLocator,
	description: 'The text source to update. Web pages and files cannot be updated: delete them and add them again.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a text...',
			typeOptions: { searchListMethod: 'searchTextSources', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
			validation: [isSourceId],
		},
	],
} as const satisfies INodeProperties;
