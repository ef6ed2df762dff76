import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { textOf } from '../../../../worker/storage/blobs/testing/blob-store-rules';
import { BucketAwayError, BucketRefusedError, Buckets } from '../../../../worker/storage/buckets';
import { type FailingProxy, type S3Fault, startFailingProxy } from './failing-proxy';
import { type S3Server, startS3 } from './start-s3';

/** Errors that end by themselves, as Amazon and others send them. */
const TEMPORARY: S3Fault[] = [
	{ status: 400, code: 'RequestTimeout' },
	{ status: 400, code: 'SlowDown' },
	{ status: 400, code: 'IncompleteBody' },
	{ status: 400, code: 'InternalError' },
	{ status: 400, code: 'ServiceUnavailable' },
	{ status: 400, code: 'ExpiredToken' },
	{ status: 400, code: 'BadDigest' },
	{ status: 400, code: 'ThrottlingException' },
	{ status: 403, code: 'RequestTimeTooSkewed' },
	{ status: 403, code: 'RequestExpired' },
	{ status: 403, code: 'RateLimitExceeded' },
	{ status: 409, code: 'OperationAborted' },
	{ status: 409, code: 'ConditionalRequestConflict' },
	{ status: 429, code: 'TooManyRequests' },
	{ status: 499, code: 'ClientDisconnected' },
	{ status: 503, code: 'SlowDownWrite' },
	{ status: 500, code: 'InternalError' },
];

/** Pages of a proxy before the server. */
const PAGES: S3Fault[] = [
	{ status: 502, code: '' },
	{ status: 503, code: '' },
	{ status: 429, code: '' },
	{ status: 408, code: '' },
];

/** Errors that only a person can end. */
const FINAL: S3Fault[] = [
	{ status: 400, code: 'InvalidArgument' },
	{ status: 403, code: 'AccessDenied' },
	{ status: 403, code: 'QuotaExceeded' },
	{ status: 404, code: 'NoSuchBucket' },
	{ status: 501, code: 'NotImplemented' },
];

/** More than the client retries by itself. */
const MANY = 10;

let s3: S3Server;
let proxy: FailingProxy;
let buckets: Buckets;
let store: S3Store;
let folder: string;

beforeAll(async () => {
	s3 = await startS3();
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-s3-faults-'));
});
afterAll(async () => {
	await s3.stop();
	await rm(folder, { recursive: true });
});
beforeEach(async () => {
	proxy = await startFailingProxy(s3.bucket);
	buckets = new Buckets({ reports: proxy.bucket });
	store = new S3Store(proxy.bucket, folder);
});
afterEach(() => proxy.close());

const file = () => ({
	content: Readable.from([Buffer.from('id\n1\n')]),
	bytes: 5,
	name: 'a.csv',
	contentType: 'text/csv',
});

async function errorOf(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => null,
		(error: unknown) => error,
	);
}

/** What fails with the fault: an upload, a read, a deletion, a check before a task starts. */
async function failuresWith(fault: S3Fault): Promise<unknown[]> {
	const key = await buckets.put('reports', file());
	const object = await buckets.open('reports', key);
	if (object === null) throw new Error('The bucket has no such object.');
	for await (const content of object.contents()) content.resume();
	proxy.failNext(4 * MANY, fault);
	return [
		await errorOf(buckets.put('reports', file())),
		await errorOf(buckets.open('reports', key)),
		await errorOf(object.remove()),
		// The check asks for this very refusal.
		...(fault.code === 'BadDigest' ? [new BucketAwayError()] : [await errorOf(buckets.check('reports'))]),
	];
}

describe('an export bucket', () => {
	it.each(TEMPORARY)('that answers $status $code is unavailable, not wrong', async (fault) => {
		const [put, ...others] = await failuresWith(fault);
		expect(put).not.toBeInstanceOf(BucketRefusedError);
		expect(put).toMatchObject({ name: fault.code });
		expect(others.map((error) => error instanceof BucketAwayError)).toEqual([true, true, true]);
	});

	it.each(PAGES)('behind a proxy that answers $status with a page is unavailable, not wrong', async (fault) => {
		const [put, ...others] = await failuresWith(fault);
		expect(put).not.toBeInstanceOf(BucketRefusedError);
		expect(others.map((error) => error instanceof BucketAwayError)).toEqual([true, true, true]);
	});

	it.each(FINAL)('that answers $status $code needs a person', async (fault) => {
		const refused = (await failuresWith(fault)).map((error) => error instanceof BucketRefusedError);
		expect(refused).toEqual([true, true, true, true]);
	});
});

describe('the blob store', () => {
	it.each(TEMPORARY)('writes, reads, lists and deletes although the bucket answers $status $code', async (fault) => {
		const key = `files/${fault.code}/${fault.status}`;
		const once = (method: string) => {
			proxy.failNext(1, fault, method);
		};
		once('PUT');
		await store.write(key, Buffer.from('one'));
		once('GET');
		expect(await textOf(store, key)).toBe('one');
		once('GET');
		const listed: string[] = [];
		for await (const each of store.list(key)) listed.push(each.key);
		expect(listed).toEqual([key]);
		once('DELETE');
		await store.remove(key);
		const draft = await store.draft();
		await draft.write(Readable.from([Buffer.from('two')]), new PassThrough());
		once('PUT');
		await draft.keep(key);
		await draft.discard();
		expect(await textOf(store, key)).toBe('two');
		expect(proxy.pending()).toBe(0);
		await store.remove(key);
	});

	it('creates a record that another request delayed, and does not say that somebody else wrote it', async () => {
		for (const code of ['ConditionalRequestConflict', 'OperationAborted']) {
			proxy.failNext(1, { status: 409, code }, 'PUT');
			const key = `destinations/${code}/1`;
			expect(await store.writeNew(key, Buffer.from('mine'))).toBe(true);
			expect(await textOf(store, key)).toBe('mine');
			expect(await store.writeNew(key, Buffer.from('again'))).toBe(false);
		}
	});

	it.each(['InternalError', ''])('knows a record as its own if only the response was lost: 500 %s', async (code) => {
		const key = `destinations/lost${code}/1`;
		proxy.loseNext({ status: 500, code }, 'PUT');
		expect(await store.writeNew(key, Buffer.from('mine'))).toBe(true);
		expect(await textOf(store, key)).toBe('mine');
		proxy.failNext(1, { status: 503, code: 'SlowDown' }, 'PUT');
		expect(await store.writeNew(key, Buffer.from('another'))).toBe(false);
		expect(await textOf(store, key)).toBe('mine');
	});

	it('takes what a server misses as deleted, as Google Cloud Storage says it', async () => {
		proxy.failNext(1, { status: 404, code: 'NoSuchKey' }, 'DELETE');
		expect(await errorOf(store.remove('files/gone'))).toBeNull();
		const key = await buckets.put('reports', file());
		const object = await buckets.open('reports', key);
		if (object === null) throw new Error('The bucket has no such object.');
		for await (const content of object.contents()) content.resume();
		proxy.failNext(1, { status: 404, code: 'NoSuchKey' }, 'DELETE');
		expect(await errorOf(object.remove())).toBeNull();
	});
});
