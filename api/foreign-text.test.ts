import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { escapedJson, visibleLine, visibleText, withoutControls } from './foreign-text';

/** Names as visitors could write them, and what a person may see of them. */
test.each([
	['a colour', '\u001b[31mSales\u001b[0m', 'Sales'],
	['a colour in 8 bits', '\u009b31mSales', 'Sales'],
	['a link', 'see \u001b]8;;https://evil.example\u0007the report\u001b]8;;\u0007', 'see the report'],
	['a link that ends otherwise', '\u001b]8;;https://evil.example\u001b\\Open\u001b]8;;\u001b\\', 'Open'],
	['a title of the window', '\u001b]0;owned\u0007Sales', 'Sales'],
	['a title in 8 bits', '\u009d0;owned\u009cSales', 'Sales'],
	['a cleared screen', 'a\u001b[2J\u001b[Hb', 'ab'],
	['a reset', 'a\u001bcb', 'ab'],
	['a sequence without an end', 'a\u001b]8;;https://evil.example', 'a8;;https://evil.example'],
	['backspaces and a return', 'safe\b\b\b\b\rnone', 'safe none'],
	['NUL', 'a\u0000b', 'a b'],
	['an override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
	['isolates and marks', '\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
	['no width', 'pay\u200bpal\ufeff\u2060\u00ad', 'paypal'],
	['joiners in Latin words', 'pay\u200dpal\u200c', 'paypal'],
	['separators', 'a\u2028b\u2029c', 'a b c'],
	['half a character', 'a\ud800b', 'a\ufffdb'],
	['tags', 'a\u{e0041}b', 'ab'],
	['fillers', 'a\u115f\u1160\u3164\uffa0\u034f\u17b5b', 'ab'],
	['marks of other scripts', 'a\u{1d173}\u{1bca0}\u{e0fff}b', 'ab'],
	['data in selectors', 'a\ufe00\u{e0101}\u{e0102}\ufe0f b', 'a\ufe00 b'],
	['selectors of nothing', '\ufe0fa \u{e0100}b', 'a b'],
])('%s does not reach a person', (_, text, seen) => {
	expect(visibleLine(text)).toBe(seen);
});

test.each(['Grüße, 東京, שלום, مرحبا', 'می‌خواهم', 'क्‍ष', '👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 👩🏽‍💻 🧔‍♂️', 'é', '❤️ 葛󠄀城'])(
	'%s stays as it is',
	(text) => {
		expect(visibleLine(text)).toBe(text);
	},
);

test('lines and tabs stay lines and tabs, whatever ends them', () => {
	expect(visibleText('a\r\nb\rc\n\td')).toBe('a\nb\nc\n\td');
});

const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom('\u001b]', '\u001b[', '\u009b', '\u0007', '\u001b\\', 'm', '1;', ' '),
			fc.string({ unit: 'binary', maxLength: 5 }),
		),
	)
	.map((parts) => parts.join(''));

test('no text leaves anything that a terminal obeys', () => {
	fc.assert(
		fc.property(hostile, (text) => {
			for (const seen of [visibleText(text), withoutControls(text)]) {
				expect(seen).not.toMatch(/[^\P{Cc}\n\t]|[\u2028-\u202e\u2066-\u2069]/u);
				expect(stripVTControlCharacters(seen)).toBe(seen);
				expect(stringWidth(seen)).toBeGreaterThanOrEqual(0);
			}
			expect(visibleText(visibleText(text))).toBe(visibleText(text));
		}),
	);
});

test('JSON says the same to programs, and nothing to a terminal', () => {
	fc.assert(
		fc.property(hostile, (text) => {
			const json = escapedJson(JSON.stringify({ [text]: text }));
			expect(json).not.toMatch(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u);
			expect(JSON.parse(json)).toEqual({ [text]: text });
		}),
	);
	expect(escapedJson(JSON.stringify('\u009b\u202e\u{e0041}'))).toBe(String.raw`"\u009b\u202e\udb40\udc41"`);
	const hidden = JSON.stringify('a\ufe00\u{e0101} \ufe0f\u115f\u{1d173}\u{e0fff}');
	expect(JSON.parse(withoutControls(escapedJson(hidden)))).toBe(JSON.parse(hidden));
});

test.each(['\u001b]', '\u009d', '\u001b[', '\u009b1;', '\u001bP', '\u200d', '\r'])(
	'many of %j take no longer than their length',
	(part) => {
		expect(visibleText(part.repeat(400_000)).length).toBeLessThan(2_000_000);
	},
	10_000,
);
