import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../../test/support/time/eventually';
import { newWorkFolder, type WorkFolder } from '../files/work-folder';
import {
	archiveOfFields,
	packedSitemap,
	wideWorkbook,
	workbookOfStrings,
	workbookThatRepeats,
} from '../testing/hostile';
import { SourceError } from '../rows/read-item';
import { found } from '../testing/read';
import { zipOf } from '../testing/zip';
import { KnowledgeReader } from './knowledge-reader';

let folder: WorkFolder;
beforeEach(async () => {
	folder = await newWorkFolder();
});
afterEach(() => folder.remove());

async function written(content: string | Buffer) {
	const path = join(folder.path, 'set');
	await writeFile(path, content);
	return { path, folder: folder.path };
}

const reader = new KnowledgeReader();

async function read(content: string | Buffer, bounds = {}) {
	const kept: string[] = [];
	const keep = async (path: string) => {
		kept.push(await readFile(path, 'utf8'));
		return `sha256:${'1'.repeat(64)}`;
	};
	const set = await new KnowledgeReader({ bounds }).file(await written(content), { keep });
	return { ...set, ...(await found(set.items)), kept };
}

it('gives what the reader of each format gives, and the files of an archive to be kept', async () => {
	expect(await read('question;answer;x\na;b;c\n')).toMatchObject({
		titles: ['question', 'answer', 'x'],
		notes: ['The file was read with semicolons between its columns.', 'The file has columns that no field takes: x.'],
		rows: [{ type: 'qa', question: 'a', answer: 'b' }],
	});
	await folder.remove();
	folder = await newWorkFolder();
	expect(await read(await zipOf({ 'a/prices.pdf': '%PDF', 'b.md': '# B\n' }))).toMatchObject({
		rows: [
			{ type: 'file', key: 'a/prices.pdf', filename: 'prices.pdf', blob: `sha256:${'1'.repeat(64)}` },
			{ type: 'text', key: 'b.md', title: 'B' },
		],
		kept: ['%PDF'],
	});
});

it('names the file whose front matter is too long, and reads the file beside it', async () => {
	const { rows, refused } = await read(await archiveOfFields(60_000));
	expect(refused).toEqual([expect.stringMatching(/^notes\/a\.md: front matter is longer than 32 kB/)]);
	expect(rows).toHaveLength(1);
});

it('reads a workbook with a cell in its last column', async () => {
	const { rows, titles, notes } = await read(await wideWorkbook());
	expect(rows).toHaveLength(19_999);
	expect(titles).toHaveLength(16_384);
	expect(notes.join(' ').length).toBeLessThan(1_000);
});

it.each([
	['memory', { heapMb: 32, processMb: 128 }, /^needs more than 32 MB of memory to be read/],
	['time', { timeMs: 10 }, /^could not be read within 0\.01 s/],
])('names the bound on %s that a workbook reaches', async (_, bounds, says) => {
	await expect(read(await workbookOfStrings(1_000_000), bounds)).rejects.toThrow(says);
});

it('reads one set at a time in a process, whoever asks, and says if the system ends its reader', async () => {
	const file = await written(await workbookOfStrings(1_000_000));
	const entered: string[] = [];
	const read = async (name: string) => {
		const into = join(folder.path, name);
		await mkdir(into);
		const keep = () => Promise.reject(new Error('It has no files.'));
		const enter = (state: string) => entered.push(`${name} ${state}`);
		return new KnowledgeReader({ enter })
			.file({ path: file.path, folder: into }, { keep })
			.catch((error: unknown) => error);
	};
	const both = [read('one'), read('two')];
	for (const reading of both) {
		const [pid] = await eventually(
			readersHere,
			(found) => expect(found).toHaveLength(1),
			'the process of the reader starts',
		);
		// A person does not wait for it.
		const table = join(folder.path, 'table');
		await writeFile(table, 'question,answer\na,b\n');
		expect((await reader.preview(table, undefined)).problem).toBeNull();
		expect(await readersHere()).toEqual([pid]);
		// What waits must not count as read.
		const isSecond = reading === both[1];
		expect(entered.filter((each) => each.endsWith('reading'))).toEqual([
			'one reading',
			...(isSecond ? ['two reading'] : []),
		]);
		process.kill(pid ?? 0, 'SIGKILL');
		const failed = await reading;
		expect(failed).not.toBeInstanceOf(SourceError);
		expect(failed).toMatchObject({ message: expect.stringMatching(/^The system ended the reader/) as string });
	}
	expect(entered).toEqual(expect.arrayContaining(['one waiting', 'two waiting']));
});

/** The processes of the readers of this one. */
async function readersHere(): Promise<number[]> {
	const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']);
	return stdout.split('\n').flatMap((line) => {
		const [pid, parent, state = ''] = line.trim().split(/\s+/);
		const isReader = Number(parent) === process.pid && !state.startsWith('Z') && line.includes('knowledge-thread');
		return isReader ? [Number(pid)] : [];
	});
}

it('stops where one text is repeated beyond what a set may have', async () => {
	await expect(read(await workbookThatRepeats(1_000))).rejects.toThrow(/^gives more than 400 MB of rows/);
});

it('shortens the titles of a table in its notes', async () => {
	const titles = Array.from({ length: 10_000 }, (_, index) => `${'x'.repeat(300)}${index}`);
	const { notes } = await read(`question,answer,${titles.join(',')}\na,b\n`);
	expect(notes[1]).toMatch(/and 9970 more\.$/);
	expect(notes.join(' ').length).toBeLessThan(5_000);
});

it('reads a sitemap up to its bounds', async () => {
	const pages = join(folder.path, 'pages');
	const parse = async (content: Buffer) => {
		const { path } = await written(content);
		await writeFile(pages, '');
		return reader.sitemap(path, `${pages}-${content.length}`);
	};
	const many = packedSitemap('<url><loc>https://a.example/</loc></url>', 1_000_000);
	expect(await parse(many)).toEqual({ sitemaps: [], fault: null });
	const lines = (await readFile(`${pages}-${many.length}`, 'utf8')).trimEnd().split('\n');
	expect(lines).toHaveLength(50_001);
	expect((await parse(packedSitemap('<sitemap/>', 1_000_000, 'sitemapindex'))).fault).toBe(
		'names more than 1000 sitemaps',
	);
	expect((await parse(packedSitemap('<url>', 100_000))).fault).toBe('has more than 100 levels');
	expect((await parse(packedSitemap(' '.repeat(1_000), 60_000))).fault).toBe(
		'is larger than 50 MB, packed or unpacked',
	);
});
