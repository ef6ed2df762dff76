import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { collectRows } from '../rows/read-item';
import { RowsSeen } from '../rows/refuse-doubles';
import { bytesSource } from '../sources/source';
import { found, pair } from '../testing/read';
import { readCsv } from './read-csv';
import { refusedCsv } from './refused-csv';

const csvTable = (content: string | Uint8Array, options: Parameters<typeof readCsv>[1] = {}) =>
	readCsv(bytesSource(Buffer.from(content), 'qa.csv'), options);
const foundInCsv = async (...given: Parameters<typeof csvTable>) => found((await csvTable(...given)).items());

it('knows fields by other usual titles, in any capitals', async () => {
	const text = 'External_ID,Query, RESPONSE ,Active,Notes\nk1,a,b,No,x\n';
	const table = await csvTable(text);
	expect(table.unused).toEqual(['Notes']);
	expect((await found(table.items())).rows).toEqual([{ ...pair('a', 'b'), key: 'k1', enabled: false }]);
});

it('takes the columns that the caller names, by title or by number, and no other', async () => {
	const text = 'Frage,Antwort,question\na,b,c\n';
	expect((await foundInCsv(text, { mapping: { question: 'frage', answer: 2 } })).rows).toEqual([pair('a', 'b')]);
	expect((await foundInCsv(text, { mapping: { question: '3', answer: '2' } })).rows).toEqual([pair('c', 'b')]);
	expect((await foundInCsv('2,x\na,b\n', { mapping: { question: 'x', answer: '2' } })).rows).toEqual([pair('b', 'a')]);
	const bare = { mapping: { question: 2, answer: 1 }, hasTitles: false };
	expect((await foundInCsv('b,a\nd,c\n', bare)).rows).toEqual([pair('a', 'b'), pair('c', 'd')]);
});

it.each([
	['question,q,answer,Answer', {}, /two columns for answer: 3 and 4/],
	['text,body', {}, /two columns for content: 1 and 2/],
	['Frage,Antwort', {}, /has no title that names a field/],
	[
		'Frage,Antwort',
		{ mapping: { question: 'Fragen' } },
		/has no column "Fragen" for question\. Its columns are: Frage/,
	],
	['a,b', { mapping: { question: 1, answer: 1 } }, /has one column for question and answer/],
	['a,b', { mapping: { question: 'a' }, hasTitles: false }, /It has 2 columns, numbered from 1 on/],
	['a,b', { hasTitles: false }, /has no titles/],
])('refuses titles that are not clear: %s', async (titles, options, reason) => {
	await expect(csvTable(`${titles}\nx,y,z,w\n`, options)).rejects.toThrow(reason);
});

it('reads rows of several types, and refuses a mixture in one row', async () => {
	const text = [
		'type,question,answer,title,content,url,enabled',
		',a,b,,,,',
		',,,t,c,,',
		',,,,,https://www.example.com/x,',
		',a,b,,,https://www.example.com/y,',
		'Page,a,,,,https://www.example.com/z,',
		',c,d,,,,maybe',
		',,,,,example.com,',
		'poem,a,b,,,,',
	].join('\n');
	const { rows, refused } = await foundInCsv(text);
	expect(rows).toEqual([
		pair('a', 'b'),
		{ type: 'text', title: 't', content: 'c' },
		{ type: 'page', url: 'https://www.example.com/x' },
	]);
	expect(refused).toEqual([
		expect.stringMatching(/^qa.csv, row 5: url and question belong to different types/),
		'qa.csv, row 6: question is not a field of this type of row',
		expect.stringMatching(/^qa.csv, row 7: enabled must be true or false/),
		'qa.csv, row 8: url must be an http:// or https:// address',
		expect.stringMatching(/^qa.csv, row 9: type /),
	]);
});

it('refuses a key and a name that an earlier row has, across sources', async () => {
	const one = await csvTable('key,question,answer\nk,a,b\n,c,d\n');
	const other = await csvTable('key,question,answer\nk,e,f\n,C ,g\n,h,i\n');
	const seen = new RowsSeen();
	expect((await found(seen.refuseDoubles(one.items()))).rows).toHaveLength(2);
	const { rows, refused } = await found(seen.refuseDoubles(other.items()));
	expect(rows).toEqual([pair('h', 'i')]);
	expect(refused).toEqual([
		'qa.csv, row 2: key is that of qa.csv, row 2 too. Please give each row its own key',
		'qa.csv, row 3: question is that of qa.csv, row 3 too. Please keep one of the two rows',
	]);
});

describe('a file of refused rows', () => {
	const cells = fc.string({ unit: fc.constantFrom(...Array.from('ab =+-@;\t\n"ä')), minLength: 1, maxLength: 10 });

	it('has the original columns and the reason, and gives the same cells when it is read again', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 8 }), async (notes) => {
				const rows = notes.map((note) => ['', 'an answer', `${note}.`]);
				const file = await text(refusedCsv(['question', 'answer', 'note'], rows.map(refusal)));
				const again = await collectRows((await csvTable(file)).items());
				expect(again.refused.map((item) => item.cells?.slice(0, 3))).toEqual(rows);
				const twice = await text(refusedCsv((await csvTable(file)).titles, again.refused));
				expect(twice.slice(0, twice.indexOf('\r\n'))).toBe(file.slice(0, file.indexOf('\r\n')));
			}),
		);
	});

	it('computes nothing in a spreadsheet', async () => {
		const file = await text(refusedCsv(['question', 'answer'], [refusal(['=1+1', ''])]));
		expect(file).toBe("\uFEFFquestion,answer,refused because\r\n'=1+1,,question is wrong\r\n");
	});

	it('loses no cell beyond the titles', async () => {
		const file = await text(refusedCsv(['question', 'answer'], [refusal(['a', 'b', ' c'])]));
		expect(file).toContain('a,"b, c",question is wrong');
	});

	it('has places for a source without columns', async () => {
		const file = await text(refusedCsv([], [{ ...refusal([]), place: { source: 'a/b.md' } }]));
		expect(file).toContain('row,refused because\r\na/b.md,question is wrong');
	});

	function refusal(row: string[]) {
		const place = { source: 'qa.csv', row: 2 };
		return { kind: 'refused', place, problems: [{ field: 'question', reason: 'is wrong' }], cells: row } as const;
	}
});
