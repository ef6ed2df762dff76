import { createHash } from 'node:crypto';
import { found } from '../testing/read';
import { replaced, writtenFile, zipOf } from '../testing/zip';
import { readArchive } from './read-archive';

const kept: string[] = [];
const referenceOf = (content: Uint8Array) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
function keep(content: Uint8Array, filename: string): Promise<string> {
	kept.push(filename);
	return Promise.resolve(referenceOf(content));
}
beforeEach(() => kept.splice(0));

const foundIn = async (zip: Buffer) => found(readArchive(await writtenFile(zip), keep));
const file = (key: string, filename: string, content: string) => ({
	type: 'file',
	key,
	filename,
	blob: referenceOf(Buffer.from(content)),
});

it('reads Markdown as texts and other files as files, from nested folders', async () => {
	const zip = await zipOf({
		'handbook/returns.md': '---\ntitle: Returns\nkey: returns\n---\n\nWithin 30 days.\n',
		'handbook/deep/er/Größe.markdown': 'Text\n\n# Sizes ##\n\nMore',
		'plain.MD': 'No heading.',
		'prices/2026.pdf': '%PDF',
		'__MACOSX/handbook/._returns.md': 'x',
		'handbook/.DS_Store': 'x',
	});
	expect(await foundIn(zip)).toEqual({
		rows: [
			{ type: 'text', key: 'returns', title: 'Returns', content: 'Within 30 days.\n' },
			{
				type: 'text',
				key: 'handbook/deep/er/Größe.markdown',
				title: 'Sizes',
				content: 'Text\n\n# Sizes ##\n\nMore',
			},
			{ type: 'text', key: 'plain.MD', title: 'plain', content: 'No heading.' },
			file('prices/2026.pdf', '2026.pdf', '%PDF'),
		],
		refused: [],
		broken: [],
	});
	expect(kept).toEqual(['prices/2026.pdf']);
});

it('refuses paths that lead out, in words, and reads the file beside them', async () => {
	let zip = await zipOf({
		'aa/evil.md': 'x',
		'b/root.md': 'x',
		'cc/drive.md': 'x',
		'd/deep/up.md': 'x',
		'good.md': 'y',
	});
	zip = replaced(zip, 'aa/evil.md', '../evil.md');
	zip = replaced(zip, 'b/root.md', '/xroot.md');
	zip = replaced(zip, 'cc/drive.md', 'C:\\drive.md');
	zip = replaced(zip, 'd/deep/up.md', 'd\\..\\../x.md');
	const { rows, refused } = await foundIn(zip);
	expect(rows).toEqual([{ type: 'text', key: 'good.md', title: 'good', content: 'y' }]);
	expect(refused).toEqual([
		expect.stringMatching(/^\.\.\/evil.md: has a path that leads out of the archive/),
		expect.stringMatching(/^\/xroot.md: has an absolute path/),
		expect.stringMatching(/^C:\/drive.md: has an absolute path/),
		expect.stringMatching(/has a path that leads out of the archive/),
	]);
});

it('reads names in UTF-8 whether or not the archive says so, and in CP437', async () => {
	// Bit 11 says it: in the local header at 6, in the list of entries at 8.
	const saying = await zipOf({ 'Größe.txt': 'x' });
	const silent = Buffer.from(saying);
	silent.writeUInt16LE(silent.readUInt16LE(6) & ~0x800, 6);
	const list = silent.lastIndexOf(Buffer.from('PK\u0001\u0002'));
	silent.writeUInt16LE(silent.readUInt16LE(list + 8) & ~0x800, list + 8);
	expect((await foundIn(silent)).rows).toEqual([file('Größe.txt', 'Größe.txt', 'x')]);
	const cp437 = replaced(
		silent,
		'Größe.txt',
		Buffer.from([...Buffer.from('Gr'), 0x94, 0xe1, ...Buffer.from('eee.txt')]),
	);
	expect((await foundIn(cp437)).rows).toEqual([file('Größeee.txt', 'Größeee.txt', 'x')]);
});

it('refuses files that the service does not take, and keeps nothing of them', async () => {
	const zip = await zipOf({
		'a.exe': 'x',
		'b.txt': '',
		'c.zip': 'x',
		'd.md': Buffer.from([0x41, 0xff]),
		'e.pdf': Buffer.alloc(11_000_000),
	});
	const { rows, refused } = await foundIn(zip);
	expect(rows).toEqual([]);
	expect(refused).toEqual([
		expect.stringMatching(/^a.exe: filename must end with one of pdf/),
		expect.stringMatching(/^b.txt: is empty/),
		expect.stringMatching(/^c.zip: filename must end/),
		expect.stringMatching(/^d.md: is not UTF-8/),
		expect.stringMatching(/^e.pdf: is larger than 10485760 bytes/),
	]);
	expect(kept).toEqual([]);
});

it('refuses a bomb before it unpacks anything', async () => {
	const zeros = Buffer.alloc(10_000_000);
	const zip = await zipOf(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.txt`, zeros])));
	expect(zip.length).toBeLessThan(400_000);
	await expect(foundIn(zip)).rejects.toThrow('unpacks to more than 200 MB. Split it into several');
	expect(kept).toEqual([]);
});

it('names a file that lies about its size, or is damaged, and reads the others', async () => {
	const zip = await zipOf({ 'bomb.txt': Buffer.alloc(5_000_000), 'good.txt': 'good', 'stored.txt': 'abc' });
	const list = zip.indexOf(Buffer.from('PK\u0001\u0002'));
	zip.writeUInt32LE(10, list + 24);
	const stored = zip.indexOf(Buffer.from('stored.txt'));
	zip.writeUInt8(zip.readUInt8(stored + 'stored.txt'.length + 1) ^ 1, stored + 'stored.txt'.length + 1);
	const { rows, broken } = await foundIn(zip);
	expect(rows).toEqual([file('good.txt', 'good.txt', 'good')]);
	expect(broken).toEqual([
		'bomb.txt: This file is damaged in the archive. Make the archive again.',
		'stored.txt: This file is damaged in the archive. Make the archive again.',
	]);
});

it('refuses what is no archive, or has no file', async () => {
	await expect(foundIn(Buffer.from('no archive'))).rejects.toThrow(/^is no ZIP archive/);
	const zip = await zipOf({ 'good.txt': 'good' });
	await expect(foundIn(zip.subarray(0, zip.length - 30))).rejects.toThrow(/^is no ZIP archive/);
	await expect(foundIn(await zipOf({ '.DS_Store': 'x' }))).rejects.toThrow(/^has no file/);
});
