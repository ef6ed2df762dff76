import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceChangedSchema, sourceSchema } from '../../../api';
import { docx, LETTER, LETTER_END, pptx, SHEET, xlsx } from './bombs/office';
import { packed, packedRepeat } from './bombs/packed';
import { pdf } from './bombs/pdf';
import { gif, png } from './bombs/pictures';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

const uploads = '/agents/agent_support/sources/files';
const TABLE = ['<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>'] as const;
const PARAGRAPH = '<w:p><w:r><w:t>lava</w:t></w:r></w:p>';

const deepLetter = `${LETTER}${TABLE[0].repeat(20_000)}${PARAGRAPH}${TABLE[1].repeat(20_000)}${LETTER_END}`;
const lying = { ...packedRepeat(LETTER, PARAGRAPH, 500_000), size: 1000 };
/** Each entity is ten of the one before ("billion laughs"). */
const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
const laughs = `<!DOCTYPE x [<!ENTITY e0 "lava">${entities}]>${LETTER}<w:p><w:r><w:t>&e12;</w:t></w:r></w:p>${LETTER_END}`;

let dataDir: string;
let sandbox: TestSandbox;
beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'sandbox-bombs-'));
	sandbox = await TestSandbox.start({ dataDir });
});
afterAll(async () => {
	await sandbox.running.close();
	await rm(dataDir, { recursive: true, force: true });
});

describe('a small file that is made to be too much ends as failed', () => {
	it.each<[what: string, name: string, content: () => string | Buffer, reason: RegExp]>([
		['DOCX of 300 MB', 'a.docx', () => docx(packedRepeat(LETTER, PARAGRAPH, 8_500_000)), /unpacks to more than 200 MB/],
		['DOCX larger than it says', 'a.docx', () => docx(lying), /damaged/],
		['DOCX of tables in tables', 'a.docx', () => docx(packed(deepLetter)), /nested too deeply|damaged/],
		['DOCX of multiplying entities', 'a.docx', () => docx(packed(laughs)), /damaged/],
		[
			'XLSX of 300 MB',
			'a.xlsx',
			() => xlsx(packedRepeat(SHEET, '<row><c><v>1</v></c></row>', 12e6)),
			/more than 200 MB/,
		],
		[
			'PPTX of 300 MB',
			'a.pptx',
			() => pptx(packedRepeat('<a:p>', '<a:r><a:t>x</a:t></a:r>', 14e6)),
			/more than 200 MB/,
		],
		['PPTX of groups in groups', 'a.pptx', () => pptx(packed('<a:g>'.repeat(500_000))), /nested too deeply|damaged/],
		['PDF whose pages hold themselves', 'a.pdf', () => endlessPages(1900), /damaged/],
		['PDF of a million pages', 'a.pdf', () => endlessPages(1e6), /more than 2000 pages|damaged/],
		['JSON of lists in lists', 'a.json', () => '['.repeat(1e6) + ']'.repeat(1e6), /nested too deeply/],
		['HTML of tables in tables', 'a.html', () => '<table><tr><td>'.repeat(2000), /nested too deeply|no readable text/],
		['CSV of one endless cell', 'a.csv', () => `a,b\n"${'endless '.repeat(400_000)}`, /not valid CSV/],
		['PNG of 3,600 million pixels', 'a.png', () => png(60_000, 60_000), /million pixels|not a valid image/],
		['GIF of 4,295 million pixels', 'a.gif', () => gif(65_535, 65_535), /more than 50 million pixels/],
	])('%s', async (_what, name, content, reason) => {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(Buffer.from(content()))]), name);
		const { id } = sourceChangedSchema.parse((await sandbox.upload(uploads, form)).body);

		const read = async () => (await sandbox.call('GET', `/agents/agent_support/sources/${id}`)).body;
		const source = await eventually(
			async () => sourceSchema.parse(await read()),
			({ status }) => status !== 'processing',
			'a source is indexed by a job of its own',
		);

		expect(source).toMatchObject({ status: 'failed', errorMessage: expect.stringMatching(reason) as unknown });
		expect(
			await eventually(
				() => readdir(join(dataDir, 'files')),
				(files) => files.length === 0,
				'the job that reads a file removes it a moment later',
			),
		).toEqual([]);
	});
});

function endlessPages(count: number): Buffer {
	return pdf(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [2 0 R] /Count ${count} >>`]);
}
