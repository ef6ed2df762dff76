import { anyOf, tellingWords } from './words';

describe('tellingWords', () => {
	it('finds every telling word once', () => {
		expect(tellingWords('What is the "return" policy? RETURN!')).toEqual(['return', 'policy']);
	});

	it('keeps words that say little where there are no others', () => {
		expect(tellingWords('who are you')).toEqual(['who', 'are', 'you']);
	});

	it('finds no word in signs alone', () => {
		expect(tellingWords('" * ( ) -')).toEqual([]);
	});
});

describe('anyOf', () => {
	it('quotes every word', () => {
		expect(anyOf(['return', 'or'])).toBe('"return" OR "or"');
		expect(anyOf([])).toBeNull();
	});
});
