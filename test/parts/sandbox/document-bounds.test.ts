import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageReader } from '../../../sandbox/crawler/page-reader';
import type { DocumentFormat } from '../../../sandbox/documents/document-format';
import { DocumentReader } from '../../../sandbox/documents/document-reader';
import { docx, LETTER, LETTER_END } from './bombs/office';
import { packedRepeat } from './bombs/packed';
import { pdfOf } from './bombs/pdf';

const ENOUGH_MS = 200_000;
const TICK_MS = 20;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-bounds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How often the process got to do something else during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
	let turns = 0;
	// oxlint-disable-next-line test-time/no-timer -- The ticks are the other work.
	const ticking = setInterval(() => (turns += 1), TICK_MS);
	await work().finally(() => clearInterval(ticking));
	return turns;
}

describe('the bounds of reading a document', () => {
	it.each<[what: string, format: DocumentFormat, content: string]>([
		['Markdown that is all emphasis', 'md', '*a **a '.repeat(200_000)],
		['Markdown of quotes in quotes', 'md', `${'> '.repeat(400_000)}x`],
		['HTML of boxes in boxes', 'html', '<div>'.repeat(400_000)],
		['CSV of ten million cells', 'csv', ','.repeat(10_000_000)],
	])('%s ends in time, and the service goes on meanwhile', async (_what, format, content) => {
		const path = join(folder, 'slow');
		await writeFile(path, content);
		const reader = new DocumentReader({ timeMs: 1500, heapMb: 512 });

		const turns = await turnsDuring(() =>
			expect(reader.read(path, format)).rejects.toThrow('could not be read within 1.5 s'),
		);
		expect(turns).toBeGreaterThan(1);
	});

	it.each<
		[what: string, format: DocumentFormat, content: () => Buffer, bounds: { heapMb: number; processMb?: number }]
	>([
		[
			'a letter of many paragraphs',
			'docx',
			() => docx(packedRepeat(LETTER, '<w:p><w:r><w:t>x</w:t></w:r></w:p>', 400_000, LETTER_END)),
			{ heapMb: 64 },
		],
		[
			'a page packed a thousandfold',
			'pdf',
			() => pdfOf(packedRepeat('BT /F1 12 Tf ', '(x) Tj ', 100_000_000, 'ET')),
			{ heapMb: 512, processMb: 150 },
		],
		[
			'a heading that is repeated in every row',
			'csv',
			() => Buffer.from(`${'h'.repeat(1_000_000)},b\n${'x,y\n'.repeat(100_000)}`),
			{ heapMb: 64 },
		],
	])('%s takes no more memory than it may', async (_what, format, content, bounds) => {
		const path = join(folder, 'large');
		await writeFile(path, content());
		const reader = new DocumentReader({ timeMs: ENOUGH_MS, ...bounds });

		await expect(reader.read(path, format)).rejects.toThrow('needs more memory than a file may');
	});
});

describe('the bounds of reading a page of a website', () => {
	const pageOf = (html: string) => ({
		url: new URL('https://shop.example/'),
		mediaType: 'text/html',
		charset: undefined,
		robotsTag: '',
		body: Buffer.from(html),
	});

	it('are kept, and the next page is read all the same', async () => {
		const reader = new PageReader({ timeMs: 10_000, heapMb: 256 });
		const { signal } = new AbortController();
		const endless = () => reader.read(pageOf('<div>'.repeat(200_000)), signal);

		expect(await turnsDuring(() => expect(endless()).rejects.toThrow('took more than 10 s'))).toBeGreaterThan(1);
		const page = await reader.read(pageOf('<title>Fares</title><p>A ticket is 4 pounds.'), signal);
		expect(page).toMatchObject({ title: 'Fares', text: 'A ticket is 4 pounds.' });
		reader.close();
	});

	it('say that a page is nested too deeply', async () => {
		const reader = new PageReader();
		const deep = reader.read(pageOf('<ul><li>'.repeat(5000)), new AbortController().signal);

		await expect(deep).rejects.toThrow('it is nested too deeply to be read');
		reader.close();
	});
});
