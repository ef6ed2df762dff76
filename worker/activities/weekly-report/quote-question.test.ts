import { cpuMsOf } from '../../../test/support/time/cpu-time';
import { quoteQuestion } from './quote-question';

describe('a quoted question', () => {
	it('has no mail address and no long number', () => {
		expect(
			quoteQuestion('Where is order 2026-1234567? Write to ada.b@client.example, or call +49 (431) 55 66-77 now'),
		).toBe('Where is order [number]? Write to [address] or call [number] now');
		expect(quoteQuestion('اتصل بي ٠١٢٣٤٥٦٧٨٩')).toBe('اتصل بي [number]');
	});

	it('keeps prices, years and sizes', () => {
		const question = 'Is the 2026 model 1,299.00 EUR, and does it fit 120 x 80?';
		expect(quoteQuestion(question)).toBe(question);
	});

	it('is one line of at most 120 characters, without control characters', () => {
		expect(quoteQuestion('Do you\n\u202erepair\u0000 bicycles?')).toBe('Do you repair bicycles?');
		expect(quoteQuestion('ä'.repeat(5_000))).toBe(`${'ä'.repeat(119)}…`);
	});

	it('takes no longer for a text that is made to be slow', () => {
		const text = `${'1 '.repeat(100_000)}x${'@'.repeat(100_000)}${'('.repeat(100_000)}`;
		expect(cpuMsOf(() => quoteQuestion(text))).toBeLessThan(2_000);
	});
});
