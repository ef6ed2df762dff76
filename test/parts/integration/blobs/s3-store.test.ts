import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { describeBlobStore } from '../../../../worker/storage/blobs/testing/blob-store-rules';
import { startS3, type S3Server } from './start-s3';

let server: S3Server;
let folder: string;
let drafts: string;

beforeAll(async () => {
	server = await startS3();
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-s3-drafts-'));
	drafts = join(folder, 'drafts');
});
afterAll(async () => {
	await server.stop();
	await rm(folder, { recursive: true });
});

describe('blobs in a bucket', () => {
	describeBlobStore(() => new S3Store(server.bucket, drafts));

	it('are written in a folder of their owner alone, and leave nothing there', async () => {
		expect((await stat(drafts)).mode & 0o777).toBe(0o700);
		expect(await readdir(drafts)).toEqual([]);
	});

	it('are listed beyond the thousand that one answer has', async () => {
		const store = new S3Store(server.bucket);
		const keys = Array.from({ length: 1_005 }, (_, index) => `chunks/many/${String(index).padStart(7, '0')}`);
		for (let at = 0; at < keys.length; at += 50)
			await Promise.all(keys.slice(at, at + 50).map((key) => store.write(key, Buffer.from('x'))));
		const listed: string[] = [];
		for await (const { key } of store.list('chunks/many/')) listed.push(key);
		expect(listed.sort()).toEqual(keys);
	});
});
