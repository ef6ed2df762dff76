import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { bytesSource } from '../sources/source';
import { found, pair } from '../testing/read';
import { readCsv } from './read-csv';
import { SEPARATORS } from './separator';

const csvTable = (content: string | Uint8Array, options: Parameters<typeof readCsv>[1] = {}) =>
	readCsv(bytesSource(Buffer.from(content), 'qa.csv'), options);
const foundInCsv = async (...given: Parameters<typeof csvTable>) => found((await csvTable(...given)).items());

const cell = fc
	.string({ unit: fc.constantFrom(...Array.from('ab ,;|\t"\r\nä€😀=-\u2028\'')), maxLength: 12 })
	.filter((text) => text.trim() !== '');
const pairs = fc.array(fc.record({ question: cell, answer: cell }), { minLength: 1, maxLength: 20 });

it('reads what another library wrote, with any separator, line end and mark', async () => {
	await fc.assert(
		fc.asyncProperty(
			pairs,
			fc.constantFrom(...SEPARATORS),
			fc.constantFrom('\r\n', '\n', '\r'),
			fc.constantFrom<BufferEncoding | 'marked'>('utf8', 'marked', 'utf16le'),
			async (rows, delimiter, lineEnd, encoding) => {
				const text = stringify(rows, { header: true, delimiter, record_delimiter: lineEnd, quoted_match: /[\r\n]/ });
				const bytes =
					encoding === 'utf8'
						? Buffer.from(text)
						: Buffer.from(`\uFEFF${text}`, encoding === 'marked' ? 'utf8' : encoding);
				const found = await foundInCsv(bytes);
				expect(found).toEqual({
					rows: rows.map(({ question, answer }) => pair(question, answer)),
					refused: [],
					broken: [],
				});
			},
		),
	);
});

it('reads bytes that are not UTF-8 as Windows-1252, and says so', async () => {
	const table = await csvTable(Buffer.from('question;answer\r\nÖffnungszeiten?;Für alle\r\n', 'latin1'));
	expect(table.notes[0]).toMatch(/^is not UTF-8\. Its bytes were read as Windows-1252/);
	const euro = Buffer.concat([Buffer.from('question,answer\nPrice?,5 '), Buffer.from([0x80, 0x0a])]);
	expect((await foundInCsv(euro)).rows).toEqual([pair('Price?', '5 €')]);
});

it('reads a letter of several bytes that two pieces share', async () => {
	const text = `question,answer\nWhat?,${'ä'.repeat(40_000)}\n`;
	expect((await foundInCsv(text)).rows).toEqual([pair('What?', 'ä'.repeat(40_000))]);
});

it.each([
	['a comma in a German sentence', 'Frage;Antwort\nNa, gut, ja?;Ja, ja\nNein?;Nein, nein, nein', ';'],
	['one column of addresses', 'url\nhttps://www.example.com/a,b\nhttps://www.example.com/c', ';'],
	['a question with many semicolons', 'question,answer\n"a;b;c;d","e;f"\ng;h;i,j', ','],
	["Excel's line", 'sep=|\r\nquestion|answer\r\na|b', '|'],
])('finds the separator beside %s', async (_, text, separator) => {
	const names = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' };
	const mapping = text.startsWith('Frage') ? { mapping: { question: 'Frage', answer: 2 } } : {};
	const { notes } = await csvTable(text, mapping);
	expect(notes).toEqual([`was read with ${names[separator as ';']} between its columns`]);
});

it('numbers rows as a spreadsheet does, with empty rows and cells of several lines', async () => {
	const text = 'question,answer\r\n"a\r\nb\nc",d\r\n\r\n,x\r\ne,\r\n';
	expect(await foundInCsv(text)).toEqual({
		rows: [pair('a\r\nb\nc', 'd')],
		refused: ['qa.csv, row 4: question is missing', 'qa.csv, row 5: answer is missing'],
		broken: [],
	});
});

it('counts the line of Excel about the separator as a row', async () => {
	expect((await foundInCsv('sep=;\nquestion;answer\n;x')).refused).toEqual(['qa.csv, row 3: question is missing']);
});

it('refuses a row with more cells than titles, of which a part would be lost', async () => {
	const { rows, refused } = await foundInCsv('question,answer\na,b\nc,d, and e\nf,g,,\n');
	expect(rows).toEqual([pair('a', 'b'), pair('f', 'g')]);
	expect(refused).toEqual([expect.stringMatching(/^qa.csv, row 3: has more than the 2 cells of the titles/)]);
});

it('says where a quote opens that never closes, and keeps the rows above', async () => {
	const { rows, broken } = await foundInCsv('question,answer\na,b\nc,"d\ne,f\n');
	expect(rows).toEqual([pair('a', 'b')]);
	expect(broken).toEqual([expect.stringMatching(/^qa.csv, row 3: A quoted cell begins here and never ends/)]);
});

it('takes a quote in the middle of a cell as it stands', async () => {
	expect((await foundInCsv('question,answer\n5" disk?,a 5" disk\n')).rows).toEqual([pair('5" disk?', 'a 5" disk')]);
});

it('takes 20,000 rows and refuses one more', async () => {
	const text = `question,answer\n${'a,b\n'.repeat(20_000)}`;
	expect((await foundInCsv(text)).rows).toHaveLength(20_000);
	await expect(foundInCsv(`${text}a,b\n`)).rejects.toThrow(/^has more than 20000 rows/);
});

it.each([
	['', /^is empty/],
	['\n\n', /^is empty/],
	['a\0b', /^contains NUL characters/],
	[Buffer.from('question,answer\na,b', 'utf16le'), /^contains NUL characters/],
])('refuses what is no table: %j', async (content, reason) => {
	await expect(foundInCsv(content)).rejects.toThrow(reason);
});

it('reads another encoding if the caller names it', async () => {
	const text = Buffer.concat([Buffer.from('question,answer\n'), Buffer.from([0xcf, 0xf0, 0x3f, 0x2c, 0xc4, 0xe0])]);
	expect((await foundInCsv(text, { encoding: 'windows-1251' })).rows).toEqual([pair('Пр?', 'Да')]);
	await expect(foundInCsv(text, { encoding: 'klingon' })).rejects.toThrow(/no encoding of this name/);
});
