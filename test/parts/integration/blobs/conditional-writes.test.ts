import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStorage } from '../../../../worker/cli/doctor/check-storage';
import { blobsSchema } from '../../../../worker/storage/settings';
import { DestinationEdits, Destinations, StoredDestinations } from '../../../../worker/destinations';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { bucketContents } from '../../../../worker/storage/blobs/testing/bucket-contents';
import { describeBlobStore, textOf } from '../../../../worker/storage/blobs/testing/blob-store-rules';
import { Keyring } from '../../../../worker/temporal';
import { type Conditions, type FailingProxy, startFailingProxy } from './failing-proxy';
import { type S3Server, startS3 } from './start-s3';

const HOSTS = ['127.0.0.1:9'];
const SECRET = randomBytes(32).toString('base64');
const keyring = new Keyring({ keys: [{ id: 'k1', secret: SECRET }], current: 'k1' });

let s3: S3Server;
let folder: string;

beforeAll(async () => {
	s3 = await startS3();
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-conditions-'));
});
afterAll(async () => {
	await s3.stop();
	await rm(folder, { recursive: true });
});

const SERVERS: Array<[string, Conditions]> = [
	['ignores conditions', 'ignores'],
	['answers 501 NotImplemented to conditions', { status: 501, code: 'NotImplemented' }],
	['answers 501 with a code of its own', { status: 501, code: 'NoSuchFeature' }],
	['answers 400 InvalidArgument to conditions', { status: 400, code: 'InvalidArgument' }],
];

describe.each(SERVERS)('a bucket whose server %s', (_what, conditions) => {
	let proxy: FailingProxy;
	beforeAll(async () => {
		proxy = await startFailingProxy(s3.bucket, conditions);
	});
	afterAll(() => proxy.close());

	describeBlobStore(() => new S3Store(proxy.bucket, folder));

	it('is named by doctor, with what follows', async () => {
		const encryption = { keys: [{ id: 'k1', secret: SECRET }], current: 'k1' };
		const checks = await checkStorage({ blobs: blobsSchema.parse({ s3: proxy.bucket }), buckets: {}, encryption });
		const verb = conditions === 'ignores' ? 'ignores the condition of a write' : 'refuses a write with a condition';
		expect(checks.map(({ name, status, detail }) => [name, status, detail])).toEqual([
			['blobs', 'ok', 'Files can be written, listed, read and deleted in the bucket leads.'],
			['edits of destinations', 'ok', expect.stringMatching(`^The bucket ${verb} .+no edit is lost`) as string],
		]);
	});

	/** A gateway of its own. */
	const editing = () => {
		const store = new S3Store(proxy.bucket, folder);
		const stored = new StoredDestinations({ store, keyring, webhookHosts: HOSTS });
		return new DestinationEdits(new Destinations({}, undefined, stored), stored, keyring);
	};
	const settings = (path: string) => ({
		type: 'webhook',
		settings: { url: `http://127.0.0.1:9/${path}`, fields: null },
	});

	it('keeps one of two edits of the same version, and says so to the other', async () => {
		const [one, other] = [editing(), editing()];
		const name = `crm-${randomUUID()}`;
		await one.create(name, settings('new'), { caller: 'ops', idempotencyKey: name });
		const edits = await Promise.allSettled([
			one.change(name, 1, settings('one'), 'Ada'),
			other.change(name, 1, settings('other'), 'Bob'),
		]);
		expect(edits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		const [kept] = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value] : []));
		expect(await one.get(name)).toEqual(kept);
		await expect(other.change(name, 1, settings('late'), 'Bob')).rejects.toMatchObject({ status: 412 });
		await other.remove(name);
		await expect(one.get(name)).rejects.toMatchObject({ status: 404 });
		expect((await bucketContents(s3.bucket)).filter((key) => key.includes('claims/'))).toEqual([]);
	});
});

it('a write whose response was lost is recognised as its own', async () => {
	const proxy = await startFailingProxy(s3.bucket);
	try {
		const store = new S3Store(proxy.bucket, folder);
		expect(await store.writeNew('destinations/lost/1', Buffer.from('first'))).toBe(true);
		proxy.loseNext(null, 'PUT');
		expect(await store.writeNew('destinations/lost/2', Buffer.from('mine'))).toBe(true);
		expect(proxy.pending()).toBe(0);
		expect(await store.writeNew('destinations/lost/2', Buffer.from('of another'))).toBe(false);
		expect(await textOf(store, 'destinations/lost/2')).toBe('mine');
	} finally {
		await proxy.close();
	}
});
