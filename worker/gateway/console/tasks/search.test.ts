import { isAddress, shownFilter } from './search';

test.each([
	['ada@example.com', true],
	['@example', true],
	['agent_support', false],
	['retrain-and-wait~abc', false],
])('whether "%s" is an email address: %s', (text, expected) => {
	expect(isAddress(text)).toBe(expected);
});

test('empty fields restrict nothing', () => {
	expect(shownFilter({ type: 'lead-sync', status: '', search: undefined })).toEqual([['type', 'lead-sync']]);
});
