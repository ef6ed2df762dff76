import fc from 'fast-check';
import { bytesSource } from '../sources/source';
import { found, pair } from '../testing/read';
import { readNdjson } from './read-ndjson';

const foundIn = (text: string | Buffer) => found(readNdjson(bytesSource(Buffer.from(text), 'set.ndjson')));

it('reads what JSON.stringify wrote, with any line end inside a text', async () => {
	const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.trim() !== '');
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(text, text)), fc.constantFrom('\n', '\r\n'), async (rows, end) => {
			const wanted = rows.map(([question, answer]) => pair(question, answer));
			const lines = wanted.map((row) => `${JSON.stringify(row)}${end}`).join('');
			expect(await foundIn(lines)).toEqual({ rows: wanted, refused: [], broken: [] });
		}),
	);
});

it('names faulty lines and keeps the others, also one with U+2028 in a text', async () => {
	const lines = [
		'{"question":"a\u2028","answer":"b","key":null}',
		'{"question":"a"',
		'',
		'["a","b"]',
		'{"question":"a","anwser":"b"}',
		'{"url":"https://www.example.com/"}',
	];
	expect(await foundIn(`\uFEFF${lines.join('\n')}\n`)).toEqual({
		rows: [pair('a\u2028', 'b'), { type: 'page', url: 'https://www.example.com/' }],
		refused: [
			expect.stringMatching(/^set.ndjson, row 2: is not valid JSON/),
			'set.ndjson, row 4: must be a JSON object',
			'set.ndjson, row 5: answer is missing',
			'set.ndjson, row 5: anwser is not a field of this type of row',
		],
		broken: [],
	});
});

it('says that a file which ends in the middle of a row is not whole', async () => {
	const { rows, broken } = await foundIn('{"question":"a","answer":"b"}\n{"question":"c","ans');
	expect(rows).toHaveLength(1);
	expect(broken).toEqual([expect.stringMatching(/^set.ndjson, row 2: The last line ends in the middle/)]);
});

it('refuses what is not UTF-8, and more rows than a set has', async () => {
	await expect(foundIn(Buffer.from('{"question":"ä"}', 'latin1'))).rejects.toThrow(/^is not UTF-8, and JSON must be/);
	await expect(foundIn('{"url":"https://www.example.com"}\n'.repeat(20_001))).rejects.toThrow(/more than 20000 rows/);
});
