import { stripQuotes } from './answer-email-job';

describe('withoutQuotes', () => {
	it('keeps what the sender wrote, before and after the quotes', () => {
		const text = 'Does it fit?\r\n\r\nOn Monday, Shop wrote:\r\n> Our sizes are small.\r\n> Bye\r\n\r\nThanks';

		expect(stripQuotes(text)).toBe('Does it fit?\n\n\nThanks');
	});

	it('keeps a text without quotes as it is', () => {
		expect(stripQuotes('I want:\na jacket')).toBe('I want:\na jacket');
	});

	it('gets through a mail of a million empty lines', () => {
		expect(stripQuotes(`Hello${'\n'.repeat(1_000_000)}> Bye`)).toBe('Hello');
	});
});
