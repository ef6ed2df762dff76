import { utils, write } from '@e965/xlsx';
import { found, pair } from '../testing/read';
import { writtenFile, zipOf } from '../testing/zip';
import { readTable } from './read-table';
import { openXlsx } from './xlsx-table';

const workbook = (sheets: Record<string, unknown[][]>) => {
	const book = utils.book_new();
	for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
	return Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
};
const opened = async (content: Buffer, sheet?: string) =>
	openXlsx(await writtenFile(content, 'qa.xlsx'), 'qa.xlsx', sheet);
const foundIn = async (content: Buffer, sheet?: string) =>
	found((await readTable(await opened(content, sheet))).items());

it('reads the first sheet or the named one, and names the others', async () => {
	const content = workbook({
		One: [
			['question', 'answer'],
			['a', 'b'],
		],
		Two: [['url'], ['https://www.example.com/x']],
	});
	expect((await foundIn(content)).rows).toEqual([pair('a', 'b')]);
	expect((await foundIn(content, 'Two')).rows).toEqual([{ type: 'page', url: 'https://www.example.com/x' }]);
	expect((await opened(content)).notes).toEqual([
		'was read from its sheet "One"',
		'has further sheets, which were not read: Two',
	]);
	await expect(opened(content, 'Three')).rejects.toThrow('has no sheet "Three". Its sheets are: One, Two');
});

it('takes 20,000 rows and refuses one more', async () => {
	const rows = Array.from({ length: 20_000 }, (_, row) => [`q${row}`, 'a']);
	const head = [['question', 'answer']];
	expect((await foundIn(workbook({ One: [...head, ...rows] }))).rows).toHaveLength(20_000);
	await expect(foundIn(workbook({ One: [...head, ...rows, ['x', 'y']] }))).rejects.toThrow(/more than 20000 rows/);
});

it('refuses what is no workbook', async () => {
	await expect(opened(Buffer.from('question,answer'))).rejects.toThrow(/^is no ZIP archive, or is damaged/);
	await expect(opened(await zipOf({ 'a.txt': 'x' }))).rejects.toThrow(/^is no workbook/);
});
