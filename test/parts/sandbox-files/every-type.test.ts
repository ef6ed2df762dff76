import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { searchResultSchema, sourceChangedSchema, sourceWithContentSchema } from '../../../api';
import { TestSandbox } from '../sandbox/running-sandbox';
import { eventually } from '../../support/time/eventually';
import { convertDocument, drawPicture, installPrograms, printPdf } from './programs';
import { letter, script, sheet, slides } from './sources';

let folder: string;
let sandbox: TestSandbox;
beforeAll(async () => {
	await installPrograms();
	folder = await mkdtemp(join(tmpdir(), 'sandbox-files-'));
	sandbox = await TestSandbox.start();
});
afterAll(async () => {
	await sandbox.running.close();
	await rm(folder, { recursive: true, force: true });
});

const written = async (name: string, content: string) => {
	const path = join(folder, name);
	await writeFile(path, content);
	return path;
};
/** Has LibreOffice make a file of a document in its own format. */
const converted = async (source: string, content: string, filter: string) => {
	await convertDocument(folder, await written(source, content), filter);
	return join(folder, source.replace(/\.\w+$/, `.${filter.split(':')[0]}`));
};
const drawn = async (word: string, name: string) => {
	await drawPicture(`Please feed the ${word} today`, join(folder, name));
	return join(folder, name);
};
const printed = async (word: string, name: string) => {
	await printPdf(await written(`${name}.ps`, script(word)), join(folder, name));
	return join(folder, name);
};
const read = async (id: number) =>
	sourceWithContentSchema.parse((await sandbox.call('GET', `/agents/agent_support/sources/${id}`)).body);

describe('a file of every accepted type, made by other programs', () => {
	it.each<[type: string, word: string, make: (word: string) => Promise<string>]>([
		['PDF by LibreOffice', 'pangolin', (word) => converted('letter.fodt', letter(word), 'pdf')],
		['PDF by Ghostscript', 'axolotl', (word) => printed(word, 'printed.pdf')],
		['DOCX', 'quokka', (word) => converted('words.fodt', letter(word), 'docx')],
		['PPTX', 'capybara', (word) => converted('slides.fodp', slides(word), 'pptx')],
		['CSV', 'narwhal', (word) => converted('csv.fods', sheet(word), 'csv')],
		['XLS', 'ocelot', (word) => converted('old.fods', sheet(word), 'xls')],
		['XLSX', 'tapir', (word) => converted('new.fods', sheet(word), 'xlsx')],
		['TXT', 'lemur', (word) => converted('plain.fodt', letter(word), 'txt:Text')],
		['HTML', 'gibbon', (word) => converted('page.fodt', letter(word), 'html')],
		['JSON, ImageMagick on a picture', 'marmot', (word) => drawn(word, 'described.json')],
		['PNG', 'wombat', (word) => drawn(word, 'drawn.png')],
		['JPEG', 'badger', (word) => drawn(word, 'drawn.jpg')],
		['WebP', 'ferret', (word) => drawn(word, 'drawn.webp')],
		['GIF', 'walrus', (word) => drawn(word, 'drawn.gif')],
	])('%s: is found by the word %s', async (_type, word, make) => {
		const path = await make(word);
		expect(await titlesFoundBy(word, path)).toEqual([basename(path)]);
	});

	it('Markdown, of what LibreOffice wrote as text', async () => {
		const text = await readFile(await converted('notes.fodt', letter('ibex'), 'txt:Text'), 'utf8');
		const path = await written('notes.md', `# Notes\n\n${text}`);
		expect(await titlesFoundBy('ibex', path)).toEqual([basename(path)]);
	});
});

/** Uploads a file, and once it is indexed searches for a word: the documents it is found in. */
async function titlesFoundBy(word: string, path: string): Promise<string[]> {
	const form = new FormData();
	form.append('file', new Blob([new Uint8Array(await readFile(path))]), basename(path));
	const uploaded = await sandbox.upload('/agents/agent_support/sources/files', form);
	expect(uploaded.status).toBe(201);
	const { id } = sourceChangedSchema.parse(uploaded.body);
	const source = await eventually(
		() => read(id),
		({ status }) => status !== 'processing',
		'a source is indexed by a job of its own',
	);
	expect(source).toMatchObject({ status: 'indexed', errorMessage: null });
	const search = await sandbox.call('GET', `/agents/agent_support/knowledge/search?query=${word}`);
	const { items } = searchResultSchema.parse(search.body);
	return [...new Set(items.map(({ title }) => title ?? ''))];
}
