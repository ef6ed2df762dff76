import { matchAnyOf, keywordsOf } from './words';

describe('tellingWords', () => {
	it('finds every keyword once', () => {
		expect(keywordsOf('What is the "return" policy? RETURN!')).toEqual(['return', 'policy']);
	});

	it('keeps stop words when there are no other words', () => {
		expect(keywordsOf('who are you')).toEqual(['who', 'are', 'you']);
	});

	it('finds no word in punctuation alone', () => {
		expect(keywordsOf('" * ( ) -')).toEqual([]);
	});
});

describe('anyOf', () => {
	it('quotes every word', () => {
		expect(matchAnyOf(['return', 'or'])).toBe('"return" OR "or"');
		expect(matchAnyOf([])).toBeNull();
	});
});
