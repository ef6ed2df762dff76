import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { BucketBlobs } from './bucket-blobs';

const KEYS = ['uploads/one', 'uploads/two'];
const NOTHING_FAILS = { remove: null, keep: null };

let folder: string;
let bucket: DirectoryStore;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bucket-'));
	bucket = new DirectoryStore(join(folder, 'bucket'));
	await mkdir(join(folder, 'uploads'));
	for (const key of KEYS) await writeFile(join(folder, key), key);
});
afterEach(() => rm(folder, { recursive: true }));

/** @param fails the key whose removal or upload fails */
function blobs(fails: { remove: string | null; keep: string | null } = NOTHING_FAILS): BucketBlobs {
	const broken = (key: string, failing: string | null) =>
		key === failing ? Promise.reject(new Error(`no ${key}`)) : Promise.resolve();
	const store = {
		list: (prefix: string) => bucket.list(prefix),
		remove: (key: string) => broken(key, fails.remove).then(() => bucket.remove(key)),
		async draft() {
			const draft = await bucket.draft();
			return { ...draft, keep: (key: string) => broken(key, fails.keep).then(() => draft.keep(key)) };
		},
	};
	return new BucketBlobs(store, 'leads');
}

async function contents(): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for await (const { key } of bucket.list('')) {
		const blob = await bucket.open(key);
		if (blob !== null) found[key] = await text(blob.content);
	}
	return found;
}

const whole = { 'uploads/one': 'uploads/one', 'uploads/two': 'uploads/two' };

test('an empty bucket gets all, and one in use only what it lacks, if it shall be filled', async () => {
	const first = blobs();
	await first.copy(folder, KEYS, { fill: false });
	expect([first.copied, await contents()]).toEqual([2, whole]);
	await bucket.remove('uploads/one');
	await bucket.write('uploads/two', Buffer.from('newer'));
	await expect(blobs().copy(folder, KEYS, { fill: false })).rejects.toThrow(/has blobs.*--bucket fill/);
	const second = blobs();
	await second.copy(folder, KEYS, { fill: true });
	expect([second.copied, await contents()]).toEqual([1, { ...whole, 'uploads/two': 'newer' }]);
});

test('a failed copy leaves the bucket as it was', async () => {
	await bucket.write('uploads/one', Buffer.from('newer'));
	const failing = blobs({ ...NOTHING_FAILS, keep: 'uploads/two' });
	await expect(failing.copy(folder, KEYS, { fill: true })).rejects.toThrow(/bucket leads: no uploads\/two\. Nothing/);
	expect(await contents()).toEqual({ 'uploads/one': 'newer' });
	await bucket.remove('uploads/one');
	await expect(failing.copy(folder, KEYS, { fill: false })).rejects.toThrow(/Nothing was restored/);
	expect(await contents()).toEqual({});
});

test('the error of a failed restore stays, and says which blobs could not be removed', async () => {
	const removable = blobs();
	await removable.copy(folder, KEYS, { fill: false });
	const failure = new Error('The database is in use.');
	expect(await removable.undoAfter(failure)).toBe(failure);
	expect(await contents()).toEqual({});
	const stuck = blobs({ ...NOTHING_FAILS, remove: 'uploads/one' });
	await stuck.copy(folder, KEYS, { fill: false });
	expect(await stuck.undoAfter(failure)).toMatchObject({
		message: expect.stringMatching(/^The database is in use\. .* leads: 1 \(no uploads\/one\)/) as string,
	});
	expect(await contents()).toEqual({ 'uploads/one': 'uploads/one' });
});
