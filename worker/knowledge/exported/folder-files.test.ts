import fc from 'fast-check';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { doublesOf, type WantedRow, wantedRowSchema } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { readFilesOfSet, readKnowledgeFile } from '../folders/read-folder';
import { RowsSeen } from '../rows/refuse-doubles';
import { found } from '../testing/read';
import { folderFiles } from './folder-files';

const noFiles = () => Promise.reject(new Error('There are no files.'));

/** Writes rows as a folder, and reads them again as `knowledge plan` does. */
async function readAgain(rows: readonly WantedRow[], more: { set?: string; agentId?: string; isPart?: boolean } = {}) {
	const { set = 'knowledge', agentId = 'agent_1', isPart = false } = more;
	const folder = await mkdtemp(join(tmpdir(), 'knowledge-exported-'));
	try {
		async function* each(): AsyncGenerator<WantedRow> {
			for (const row of rows) yield await Promise.resolve(row);
		}
		const paths: string[] = [];
		const tables: string[] = [];
		for await (const { path, content } of folderFiles({ agentId, connection: 'main', set, rows: each, isPart })) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await pipeline(
				Readable.from(content, { objectMode: false }),
				createWriteStream(join(folder, path), { flags: 'wx' }),
			);
			paths.push(path);
			if (path.endsWith('.csv')) tables.push(await readFile(join(folder, path), 'utf8'));
		}
		const file = readKnowledgeFile(folder);
		const own = file.sets[set];
		if (own === undefined) throw new Error('The set is missing.');
		return {
			file,
			paths,
			tables,
			...(await found(new RowsSeen().refuseDoubles(readFilesOfSet(folder, own, noFiles)))),
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}

const ODD = [
	'=1+1',
	'"quoted", and; more|\ttab',
	'-dash',
	"'apostrophe",
	'a\nb',
	'a\r\nb',
	'---\ntitle: x\n---\nText',
	'../../etc/passwd',
	'C:\\con',
	'CON',
	'🎉',
	'2026',
	'null',
	'true',
	'# Title',
	'{{ $json.x }}',
	'&a *a !x',
	'Ä\u0308 é',
	'sep=;',
	'refused because',
	'\uFEFFmark',
	'a/b',
	'a?b',
];
const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim();
const text = fc
	.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
	.filter((each) => !each.includes('\0') && each.trim() !== '');
const row = fc.oneof(
	fc.record({ type: fc.constant('qa'), key: text, question: text, answer: text, enabled: fc.boolean() }),
	fc.record({ type: fc.constant('text'), key: text, title: text, content: text }),
	fc.record({ type: fc.constant('page'), key: text, url: fc.webUrl({ withQueryParameters: true }) }),
);

it('writes files that are read back as the same rows, whatever the texts are', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (drafts) => {
			const parsed = drafts.flatMap((draft) => wantedRowSchema.safeParse(draft).data ?? []);
			const doubles = new Set(doublesOf(parsed).map(({ index }) => index));
			const rows = parsed.filter((_, index) => !doubles.has(index));
			fc.pre(rows.length > 0);
			const read = await readAgain(rows);
			expect([read.refused, read.broken]).toEqual([[], []]);
			const inOrder = (all: readonly unknown[]) =>
				all
					.map((each) =>
						JSON.stringify(each, (_, value: unknown) => (typeof value === 'string' ? plain(value) : value)),
					)
					.toSorted();
			expect(inOrder(read.rows)).toEqual(inOrder(rows));
		}),
		{ numRuns: 60 },
	);
});

it('writes tables in which a spreadsheet computes nothing', async () => {
	const rows: WantedRow[] = [{ type: 'qa', key: '@k', question: '=HYPERLINK("https://a.example")', answer: '+A1' }];
	const read = await readAgain(rows);
	expect(read.tables).toEqual([
		'\uFEFFkey,question,answer,enabled\r\n\'@k,"\'=HYPERLINK(""https://a.example"")",\'+A1,\r\n',
	]);
	expect(read.rows).toEqual(rows);
});

it('gives each text a file of its own, and each a path that every system takes', async () => {
	const titles = ['A/B', 'a b', 'A: B', '🎉', 'con', '../x', 'Straße'];
	const rows = titles.map((title, nth): WantedRow => ({ type: 'text', key: `k${nth}`, title, content: 'Text' }));
	expect((await readAgain(rows)).paths).toEqual([
		'knowledge.yaml',
		'texts/a-b.md',
		'texts/a-b-2.md',
		'texts/a-b-3.md',
		'texts/text.md',
		'texts/text-2.md',
		'texts/x.md',
		'texts/straße.md',
	]);
});

it('names the agent, the connection and any set, and deletes nothing if the folder has not all of it', async () => {
	const page: WantedRow = { type: 'page', url: 'https://www.example.com/' };
	const { file, rows } = await readAgain([page], { set: 'The FAQ: "2026"', agentId: 'Agent/1 é', isPart: true });
	expect(rows).toEqual([page]);
	expect(file).toEqual({
		agents: { agent: { id: 'Agent/1 é', connection: 'main' } },
		sets: { 'The FAQ: "2026"': { agents: ['agent'], mode: 'add', formulas: 'escaped', pages: ['pages.csv'] } },
	});
});
