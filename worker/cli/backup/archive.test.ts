import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestsOf, openArchive, writeArchive } from './archive';
import type { Manifest } from './manifest';
import { type KeptConfiguration, sealConfiguration, unsealConfiguration } from './sealed-configuration';

const CONTENT = 'An encrypted blob, word for word.';
const PASSPHRASE = 'sixteen letters, at least';
const KEPT: KeptConfiguration = {
	files: [{ name: 'agent-knowledge.yaml', path: '/etc/agent-knowledge.yaml', content: 'e30=' }],
	hasConnectionsFolder: false,
	environment: { API_KEY: 'a-key' },
};

let folder: string;
let archive: string;

async function manifestOf(content: string): Promise<Buffer> {
	const manifest: Manifest = {
		format: 1,
		version: '0.1.0',
		savedAt: '2026-01-02T03:04:05.000Z',
		namespace: 'agent-knowledge',
		database: 'sqlite',
		configuration: true,
		encryptionKeys: ['first'],
		files: await digestsOf(content),
	};
	return Buffer.from(JSON.stringify(manifest));
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-archive-'));
	archive = join(folder, 'backup.zip');
	const content = join(folder, 'content');
	await mkdir(join(content, 'blobs', 'uploads'), { recursive: true });
	await writeFile(join(content, 'blobs', 'uploads', 'one'), CONTENT);
	const manifest = await manifestOf(content);
	const configuration = await sealConfiguration(KEPT, PASSPHRASE, manifest);
	await writeArchive(archive, { folder: content, manifest, configuration });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function unpacked(file: string, into: string): Promise<string> {
	const opened = await openArchive(file);
	try {
		await mkdir(join(folder, into));
		await opened.unpack(join(folder, into));
		return await readFile(join(folder, into, 'blobs', 'uploads', 'one'), 'utf8');
	} finally {
		opened.close();
	}
}

/** The archive with other bytes in place of some. */
async function changed(from: string, to: string): Promise<string> {
	const file = join(folder, `${to.replaceAll(/\W/g, '')}.zip`);
	const bytes = await readFile(archive);
	for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
	await writeFile(file, bytes);
	return file;
}

test('an archive gives back every byte, and its configuration with the passphrase alone', async () => {
	expect(await unpacked(archive, 'whole')).toBe(CONTENT);
	const opened = await openArchive(archive);
	opened.close();
	const { configuration, manifestBytes } = opened;
	if (configuration === null) throw new Error('The archive has no configuration.');
	expect(await unsealConfiguration(configuration, PASSPHRASE, manifestBytes)).toEqual(KEPT);
	expect((await readFile(archive)).includes('a-key')).toBe(false);
	await expect(unsealConfiguration(configuration, `${PASSPHRASE}.`, manifestBytes)).rejects.toThrow(
		'passphrase is wrong',
	);
	await expect(unsealConfiguration(configuration, PASSPHRASE, await manifestOf(folder))).rejects.toThrow('was changed');
	await expect(unsealConfiguration(Buffer.from('short'), PASSPHRASE, manifestBytes)).rejects.toThrow('decrypted');
});

test('a changed blob, another path and a shortened file are refused', async () => {
	await expect(unpacked(await changed('word for word', 'WORD FOR WORD'), 'blob')).rejects.toThrow(
		/is damaged: blobs\/uploads\/one/,
	);
	await expect(unpacked(await changed('blobs/uploads/one', '../../uploads/one'), 'path')).rejects.toThrow();
	expect(existsSync(join(folder, '..', '..', 'uploads'))).toBe(false);
	const short = join(folder, 'short.zip');
	await writeFile(short, (await readFile(archive)).subarray(0, -30));
	await expect(unpacked(short, 'short')).rejects.toThrow(/is not a complete backup/);
	await writeFile(short, CONTENT);
	await expect(unpacked(short, 'text')).rejects.toThrow(/is not a complete backup/);
});
