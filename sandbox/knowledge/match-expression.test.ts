import { matchExpression } from './match-expression';

describe('matchExpression', () => {
	it('quotes every telling word once', () => {
		expect(matchExpression('What is the "return" policy? RETURN!')).toBe('"return" OR "policy"');
	});

	it('keeps words that say little where there are no others', () => {
		expect(matchExpression('who are you')).toBe('"who" OR "are" OR "you"');
	});

	it('finds no word in signs alone', () => {
		expect(matchExpression('" * ( ) -')).toBeNull();
	});
});
