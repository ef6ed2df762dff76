import { locator } from './locator';

/** Lists only pairs with text: the others are managed in the dashboard (specification, part 2). */
export const pairLocator = locator({
	displayName: 'Q&A Pair',
	name: 'pairId',
	description: 'The Q&A pair to work with. Pairs with images or video are managed in the dashboard.',
	searchListMethod: 'searchQaPairs',
	listPlaceholder: 'Select a Q&A pair...',
	idPlaceholder: 'e.g. 42',
	id: { regex: '^\\s*[1-9][0-9]*\\s*$', errorMessage: 'The ID of a Q&A pair is a whole number' },
});
