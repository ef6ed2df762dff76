import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import {
	lstat,
	mkdir,
	mkdtemp,
	open,
	readdir,
	readFile,
	readlink,
	rm,
	stat,
	symlink,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { writeOutput } from './output-file';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-output-'));
});
afterEach(() => rm(folder, { recursive: true }));

const send = (to: Writable) => pipeline(Readable.from(['a', 'b']), to);

it('writes a new file that only its owner may read', async () => {
	const path = join(folder, 'new');
	await writeOutput(path, send);
	expect(await readFile(path, 'utf8')).toBe('ab');
	expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it.each(['relative', 'absolute', 'dangling', 'link to a link'])('follows a link: %s', async (kind) => {
	await mkdir(join(folder, 'there'));
	const target = join(folder, 'there', 'target');
	const path = join(folder, 'link');
	if (kind !== 'dangling') await writeFile(target, 'old');
	if (kind === 'link to a link') await symlink('target', join(folder, 'there', 'second'));
	const to = { relative: 'there/target', absolute: target, dangling: 'there/target', 'link to a link': 'there/second' };
	await symlink(to[kind as keyof typeof to], path);
	await writeOutput(path, send);
	expect((await lstat(path)).isSymbolicLink()).toBe(true);
	expect(await readlink(path)).toBe(to[kind as keyof typeof to]);
	expect(await readFile(target, 'utf8')).toBe('ab');
});

it('writes into a pipe, and leaves it there', async () => {
	const path = join(folder, 'pipe');
	await promisify(execFile)('mkfifo', [path]);
	const read = readFile(path, 'utf8');
	await writeOutput(path, send);
	expect(await read).toBe('ab');
	expect((await lstat(path)).isFIFO()).toBe(true);
});

it("writes into a pipe without a path, as a shell's >( ) opens it", async () => {
	const path = join(folder, 'pipe');
	await promisify(execFile)('mkfifo', [path]);
	const pipe = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
	try {
		await rm(path);
		await writeOutput(`/dev/fd/${pipe.fd}`, send);
		const { buffer, bytesRead } = await pipe.read(Buffer.alloc(10));
		expect(buffer.toString('utf8', 0, bytesRead)).toBe('ab');
		expect(await readdir(folder)).toEqual([]);
	} finally {
		await pipe.close();
	}
});

it('refuses a folder, a path that names one by a slash, and links in a circle, and leaves nothing', async () => {
	await mkdir(join(folder, 'there'));
	await symlink('circle', join(folder, 'circle'));
	await expect(writeOutput(join(folder, 'there'), send)).rejects.toThrow('EISDIR');
	await expect(writeOutput(`${join(folder, 'missing')}/`, send)).rejects.toThrow('names a folder');
	await expect(writeOutput(join(folder, 'circle'), send)).rejects.toThrow('ELOOP');
	expect((await readdir(folder)).sort()).toEqual(['circle', 'there']);
});

it('reports a full device, and leaves it a device', async () => {
	await expect(writeOutput('/dev/full', send)).rejects.toThrow('ENOSPC');
	expect((await lstat('/dev/full')).isCharacterDevice()).toBe(true);
});

it('leaves an older file as it was, and nothing else, if the content turns out to be wrong', async () => {
	const path = join(folder, 'file');
	await writeFile(path, 'old');
	const fails = async (to: Writable) => {
		await send(to);
		throw new Error('its checksum is wrong');
	};
	await expect(writeOutput(path, fails)).rejects.toThrow('its checksum is wrong');
	expect(await readFile(path, 'utf8')).toBe('old');
	expect(await readdir(folder)).toEqual(['file']);
});
