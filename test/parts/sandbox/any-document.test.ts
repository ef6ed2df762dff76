import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { AddressGuard } from '../../../sandbox/crawler/address-guard';
import { FetchError } from '../../../sandbox/crawler/page';
import { PageReader } from '../../../sandbox/crawler/page-reader';
import { readSitemaps, Robots } from '../../../sandbox/crawler/robots';
import { PersistentReader, ReaderError } from '../../../api/bounded-reader';
import { type DocumentFormat, readerResponseSchema } from '../../../sandbox/documents/document-format';
import { readerFile } from '../../../sandbox/documents/reader-file';
import { docx, LETTER, LETTER_END, pptx, SHEET, xlsx } from './bombs/office';
import { packed } from './bombs/packed';
import { pdfOf } from './bombs/pdf';

/** Ends what hangs. A few kilobytes take a thread milliseconds. */
const BOUNDS = { timeMs: 60_000, heapMb: 512 };

const SEEDS: ReadonlyArray<readonly [format: DocumentFormat, name: string, content: Buffer]> = [
	['csv', 'a.csv', Buffer.from('\ufeffname;"note, with ""quotes"""\nAda;"two\nlines"\n;;\nBob,1,2\t|x')],
	['html', 'a.html', Buffer.from('<!doctype html><main><h1>Fares</h1><table><tr><td>A<td>4</table><ul><li>&amp;</ul>')],
	['md', 'a.md', Buffer.from('# Fares\n\n| a | b |\n| - | - |\n| 1 | *2* |\n\n> [x]: <y> `code`\n\n1. a\n   - b\n')],
	['json', 'a.json', Buffer.from('{"opening":{"monday":"9 to 5","x":[1,null,true,"\\ud83d"]},"a":1e400}')],
	['pdf', 'a.pdf', pdfOf(packed('BT /F1 12 Tf 72 700 Td (A ticket is 4 pounds) Tj ET'))],
	['docx', 'a.docx', docx(packed(`${LETTER}<w:p><w:r><w:t>A ticket</w:t></w:r></w:p>${LETTER_END}`))],
	['pptx', 'a.pptx', pptx(packed('<p:sld><a:p><a:r><a:t>A ticket</a:t></a:r><a:br/></a:p></p:sld>'))],
	['xlsx', 'a.xlsx', xlsx(packed(`${SHEET}<row r="1"><c r="A1"><v>4</v></c></row></sheetData></worksheet>`))],
];
/** What its readers look for, in places where it is not meant. */
const PIECES = [
	...[
		'"',
		'""',
		';',
		',',
		'\n',
		'\r',
		'\0',
		'<',
		'</',
		'<!--',
		'<![CDATA[',
		'<!DOCTYPE x [<!ENTITY a "b">]>',
		'&a;',
		']]>',
	],
	...[
		'{',
		'[',
		'\\u',
		'1e999',
		'<<',
		'>>',
		'obj',
		'endobj',
		'stream',
		'/Kids [3 0 R]',
		'/Length 99999999',
		'xref',
		'PK',
	],
	...['<table>', '<svg>', '<template>', '|', '```', '[a](b)', '<a href="//[">', '\ud83d', '\u2028', 'x'.repeat(5_000)],
];

const edits = fc.array(
	fc.record({
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		without: fc.nat(12),
		put: fc.oneof(
			fc.constantFrom(...PIECES).map((text) => Buffer.from(text)),
			fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
		),
	}),
	{ minLength: 1, maxLength: 4 },
);

type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

function edited(content: Buffer, all: Edits): Buffer {
	return all.reduce((bytes, { at, without, put }) => {
		const place = Math.floor(at * bytes.length);
		return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + without)]);
	}, content);
}

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-any-document-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a damaged file', () => {
	const [identify, read] = ['identify-thread.js', 'read-thread.js'].map(
		(file) => new PersistentReader(readerFile(file), BOUNDS),
	);
	afterAll(() => {
		identify?.close();
		read?.close();
	});

	/** What a thread says; null: the library crashed in its thread, which users read as "is damaged". */
	async function said(thread: PersistentReader | undefined, task: object) {
		try {
			return readerResponseSchema.parse(await thread?.ask(task));
		} catch (error) {
			if (error instanceof ReaderError && error.reason === 'broken') return null;
			throw error;
		}
	}

	it.each(SEEDS)(
		'(%s) gives text, or is refused by a sentence, and none blocks its thread',
		async (format, name, seed) => {
			const path = join(folder, name);
			await writeFile(path, seed);
			expect(await said(identify, { path, filename: name })).toEqual({ answer: 'format', format });
			expect(await said(read, { path, format })).toMatchObject({ answer: 'text' });
			const readable = fc.asyncProperty(edits, async (all) => {
				await writeFile(path, edited(seed, all));
				for (const response of [await said(identify, { path, filename: name }), await said(read, { path, format })])
					expect(response?.answer === 'refused' ? response.message : 'is read').toMatch(/^[a-z]+ \w+/);
			});
			await fc.assert(readable, { numRuns: 12 });
		},
	);
});

describe('a website that sends anything', () => {
	/** By path. */
	let content: Buffer = Buffer.alloc(0);
	const server = createServer((_request, response) =>
		response.writeHead(200, { 'content-type': 'text/html' }).end(content),
	);
	const reader = new PageReader(BOUNDS);
	const { signal } = new AbortController();
	let site: string;
	beforeAll(async () => {
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		site = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
	});
	afterAll(() => {
		reader.close();
		server.close();
	});

	it('as a page gives text and links of its own site, or a reason', async () => {
		const page = Buffer.from('<base href="/x/"><title>a</title><a href="?b">c</a><link rel=canonical href="y"><p>d');
		const readable = fc.asyncProperty(
			edits,
			fc.constantFrom('text/html', 'text/plain', 'x'),
			async (all, mediaType) => {
				const task = { url: new URL(site), mediaType, charset: 'utf-8', robotsTag: '', body: edited(page, all) };
				const links = await reader.read(task, signal).then(
					(read) => read.links,
					(error: unknown) => {
						if (error instanceof FetchError) return [];
						throw error;
					},
				);
				for (const link of links) expect(new URL(link).origin).toBe(site);
			},
		);
		await fc.assert(readable, { numRuns: 30 });
	});

	it('as robots.txt gives rules with a pause that ends', async () => {
		const rules = Buffer.from('User-agent: *\nDisallow: /a*b$\nCrawl-delay: 2\nSitemap: /s.xml\nAllow: /a\n');
		const usable = fc.asyncProperty(
			edits,
			fc.constantFrom('2', '-1', 'Infinity', '1e9', 'x', '', '0x10'),
			async (all, delay) => {
				content = edited(Buffer.from(rules.toString().replace('2', delay)), all);
				const guard = new AddressGuard([new URL(site).host]);
				const rulesOfSite = await new Robots(guard, signal).rulesOf(site);
				expect(typeof rulesOfSite.allows(`${site}/aab`)).toBe('boolean');
				expect(rulesOfSite.crawlDelay).toBeGreaterThanOrEqual(0);
				expect(rulesOfSite.crawlDelay).toBeLessThanOrEqual(10);
			},
		);
		await fc.assert(usable, { numRuns: 60 });
	});

	it('as a sitemap gives pages of its own site, or none', async () => {
		const map = (loc: string) => Buffer.from(`<?xml version="1.0"?><urlset><url><loc>${loc}</loc></url></urlset>`);
		const usable = fc.asyncProperty(edits, fc.constantFrom('/a', '//b/c', 'http://[', '&#0;'), async (all, loc) => {
			content = edited(map(loc), all);
			const guard = new AddressGuard([new URL(site).host]);
			for (const page of await readSitemaps(guard, reader, site, [], signal)) expect(new URL(page).origin).toBe(site);
		});
		await fc.assert(usable, { numRuns: 60 });
	});
});
