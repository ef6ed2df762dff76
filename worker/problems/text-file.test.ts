import { execFileSync } from 'node:child_process';
import { decodedText, NotText } from './text-file';

const TEXT = 'Größe: 38 €, „Müller“ und Söhne\nžluťoučký kůň\n';

/** By iconv, somebody else's program. */
function inEncoding(encoding: string, text = TEXT): Buffer {
	return execFileSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: text });
}

it.each(['UTF-8', 'UTF-16'])('decodes %s', (encoding) => {
	expect(decodedText(inEncoding(encoding))).toBe(TEXT);
});

it.each([
	['UTF-8', [0xef, 0xbb, 0xbf]],
	['UTF-16LE', [0xff, 0xfe]],
	['UTF-16BE', [0xfe, 0xff]],
] as const)('decodes %s with a byte-order mark, which goes', (encoding, mark) => {
	expect(decodedText(Buffer.concat([Buffer.from(mark), inEncoding(encoding)]))).toBe(TEXT);
});

it('decodes a file without a byte', () => {
	expect(decodedText(Buffer.alloc(0))).toBe('');
});

const GERMAN = 'Größe und Gewicht der schönen Stühle, für über fünf Gäste. Die Tür lässt sich nicht öffnen.\n';

it.each([
	['WINDOWS-1252', GERMAN],
	['ISO-8859-1', GERMAN],
	['WINDOWS-1251', 'Размер и вес стульев для гостей, а также цены и сроки доставки по всей стране.\n'],
	['SHIFT_JIS', '椅子の大きさと重さについて。お客様のための案内です。\n'],
	['GB18030', '椅子的尺寸和重量，给客人的说明，以及价格。\n'],
])('refuses %s, and says what to do', (encoding, text) => {
	expect(() => decodedText(inEncoding(encoding, text))).toThrow(NotText);
	expect(() => decodedText(inEncoding(encoding, text))).toThrow(/is not UTF-8\. It seems to be .+iconv -f/);
});

it.each(['UTF-32', 'UTF-16LE'])('refuses %s, which no mark of UTF-8 or UTF-16 begins', (encoding) => {
	expect(() => decodedText(inEncoding(encoding, 'plain'))).toThrow(NotText);
});

it.each([
	['cut in the middle of a character', Buffer.from('Größe').subarray(0, 3)],
	['half of a pair in UTF-16', Buffer.from([0xff, 0xfe, 0x3d, 0xd8])],
	['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])],
])('refuses %s', (_what, bytes) => {
	expect(() => decodedText(bytes)).toThrow(NotText);
});

it.each([
	['half of a pair', [0xff, 0xfe, 0x3d, 0xd8, 0x41, 0], 'UTF-16LE'],
	['half of a character', [0xfe, 0xff, 0, 0x41, 0], 'UTF-16BE'],
	['a byte that no character begins with', [0xef, 0xbb, 0xbf, 0x41, 0xff], 'UTF-8'],
])('names the encoding of the mark if the text behind it has %s', (_what, bytes, encoding) => {
	expect(() => decodedText(Buffer.from(bytes))).toThrow(`begins with the mark of ${encoding}, but is damaged`);
});
