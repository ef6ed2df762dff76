import { locator } from './locator';

const source = {
	displayName: 'Source',
	name: 'sourceId',
	idPlaceholder: 'e.g. 42',
	id: { regex: '^\\s*[1-9][0-9]*\\s*$', errorMessage: 'A source ID is a whole number' },
} as const;

export const sourceLocator = locator({
	...source,
	description: 'The training source to work with',
	searchListMethod: 'searchSources',
	listPlaceholder: 'Select a source...',
});

/** Lists only texts: other types cannot be updated (specification, part 4). */
export const textSourceLocator = locator({
	...source,
	description: 'The text source to update. Web pages and files cannot be updated: delete them and add them again.',
	searchListMethod: 'searchTextSources',
	listPlaceholder: 'Select a text...',
});
