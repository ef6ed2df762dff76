import { S3Store } from '../../../worker/blobs/s3-store';
import { describeBlobStore } from '../../../worker/blobs/testing/blob-store-rules';
import { startS3, type S3Server } from './start-s3';

let server: S3Server;

beforeAll(async () => {
	server = await startS3();
}, 300_000);
afterAll(() => server.stop());

describe('blobs in a bucket', () => {
	describeBlobStore(() => new S3Store(server.bucket));

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
