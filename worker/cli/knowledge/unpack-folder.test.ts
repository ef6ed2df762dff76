import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaced, writtenFile, zipOf } from '../../knowledge/testing/zip';
import { throwIfTaken, unpackInto } from './unpack-folder';

let outside: string;
let folder: string;
beforeEach(async () => {
	outside = await mkdtemp(join(tmpdir(), 'unpack-folder-'));
	folder = join(outside, 'folder');
});

const archive = async (files: Record<string, string>) => writtenFile(await zipOf(files));

it('writes the files, over those of the same names', async () => {
	await mkdir(folder);
	await writeFile(join(folder, 'qa.csv'), 'old');
	expect(await unpackInto(await archive({ 'qa.csv': 'new', 'texts/a.md': 'A' }), folder)).toBe(2);
	expect(await readFile(join(folder, 'qa.csv'), 'utf8')).toBe('new');
	expect(await readFile(join(folder, 'texts', 'a.md'), 'utf8')).toBe('A');
});

it('refuses a path that leads out before it writes anything', async () => {
	const bytes = replaced(await zipOf({ 'a.md': 'A', 'xx/b.md': 'B' }), 'xx/b.md', '../b.md');
	await expect(unpackInto(await writtenFile(bytes), folder)).rejects.toThrow(/leads out of the archive.*: \.\.\/b\.md/);
	expect(await readdir(outside)).toEqual([]);
});

it('follows no link of the folder', async () => {
	await mkdir(folder);
	await writeFile(join(outside, 'target'), 'mine');
	await symlink(join(outside, 'target'), join(folder, 'qa.csv'));
	await unpackInto(await archive({ 'qa.csv': 'new' }), folder);
	expect(await readFile(join(outside, 'target'), 'utf8')).toBe('mine');
	await symlink(outside, join(folder, 'texts'));
	await expect(unpackInto(await archive({ 'texts/a.md': 'A' }), folder)).rejects.toThrow(/texts, which is a link/);
	expect((await readdir(outside)).toSorted()).toEqual(['folder', 'target']);
});

it('takes a folder that is new, empty, or has a repository only', async () => {
	await expect(throwIfTaken(folder, 'docs')).resolves.toBeUndefined();
	await mkdir(join(folder, '.git'), { recursive: true });
	await expect(throwIfTaken(folder, 'docs')).resolves.toBeUndefined();
	await mkdir(join(folder, 'deep'));
	await writeFile(join(folder, 'deep', 'a.txt'), '');
	await expect(throwIfTaken(folder, 'docs')).rejects.toThrow('The folder docs has files, such as deep/a.txt.');
	await expect(throwIfTaken(join(folder, 'deep', 'a.txt'), 'docs')).rejects.toThrow('docs is a file.');
});
