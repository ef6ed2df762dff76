import { Readable } from 'node:stream';
import { checkStorage } from '../../../../worker/cli/doctor/check-storage';
import type { BucketConfig } from '../../../../worker/storage/settings';
import { blobsSchema } from '../../../../worker/storage/settings';
import { bucketContents } from '../../../../worker/storage/blobs/testing/bucket-contents';
import { keepVersions } from '../../../../worker/storage/blobs/testing/bucket-settings';
import { BucketRefusedError, Buckets } from '../../../../worker/storage/buckets';
import { type S3Server, startS3 } from './start-s3';

const BLOB_RIGHTS = ['s3:PutObject', 's3:GetObject', 's3:ListBucket', 's3:DeleteObject'];

let s3: S3Server;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.stop());

describe('the check of an export bucket', () => {
	it('passes for a key that may only write, and leaves nothing, not even an unfinished upload', async () => {
		const buckets = new Buckets({ reports: await s3.bucketAllowing(['s3:PutObject']) });
		for (let time = 0; time < 3; time += 1) await buckets.check('reports');
		expect(await bucketContents(s3.bucket)).toEqual([]);
		const file = { content: Readable.from([Buffer.from('id\n')]), bytes: 3, name: 'a.csv', contentType: 'text/csv' };
		expect(await buckets.put('reports', file)).toBe('ours/a.csv');
	});

	it('names the right that a key lacks', async () => {
		const buckets = new Buckets({ reports: await s3.bucketAllowing(['s3:GetObject', 's3:ListBucket']) });
		const check = buckets.check('reports');
		await expect(check).rejects.toBeInstanceOf(BucketRefusedError);
		await expect(check).rejects.toThrow(
			'The worker cannot write to the bucket "leads" (AccessDenied, status 403). The key lacks the right s3:PutObject.',
		);
	});

	it('leaves no version in a bucket that keeps versions', async () => {
		const other = await startS3();
		try {
			await keepVersions(other.bucket);
			await new Buckets({ reports: other.bucket }).check('reports');
			expect(await bucketContents(other.bucket)).toEqual([]);
		} finally {
			await other.stop();
		}
	});
});

describe('the check of the blob store', () => {
	const encryption = { keys: [{ id: 'k1', secret: Buffer.alloc(32, 1).toString('base64') }], current: 'k1' };
	/** What doctor says on a store in this bucket. */
	const said = async (bucket: BucketConfig) => {
		const [first] = await checkStorage({ blobs: blobsSchema.parse({ s3: bucket }), buckets: {}, encryption });
		return [first?.status, first?.detail];
	};

	it('passes for a key with these four rights', async () => {
		expect(await said(await s3.bucketAllowing(BLOB_RIGHTS))).toEqual([
			'ok',
			'Files can be written, listed, read and deleted in the bucket leads.',
		]);
	});

	it.each(BLOB_RIGHTS)('names %s if the key lacks it', async (right) => {
		const bucket = await s3.bucketAllowing(BLOB_RIGHTS.filter((each) => each !== right));
		expect(await said(bucket)).toEqual([
			'fail',
			expect.stringContaining(`The key lacks the right ${right} (`) as string,
		]);
	});
});
