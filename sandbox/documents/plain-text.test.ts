import { splitPassages } from './plain-text';

describe('splitPassages', () => {
	it('keeps short paragraphs together', () => {
		expect(splitPassages('One.\n\nTwo.')).toEqual(['One.\n\nTwo.']);
	});

	it('loses nothing of a long text, also without a single space', () => {
		for (const text of ['word '.repeat(1000).trim(), 'x'.repeat(5000), '🙂'.repeat(1000)]) {
			const passages = splitPassages(text);
			expect(passages.length).toBeGreaterThan(1);
			expect(passages.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
		}
	});
});
