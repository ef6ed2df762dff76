import { access, appendFile } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { blobsSchema } from '../../settings';
import { type BlobStore, chunkKey, fileKey, uploadKey } from '../blob-store';
import { expireBlobs } from '../expire-blobs';
import { receiveUpload } from '../blobs';

const HOUR_MS = 3_600_000;
const HELLO = 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

/** What is stored under a key, as text; null when there is nothing. */
export async function textOf(store: BlobStore, key: string): Promise<string | null> {
	const blob = await store.open(key);
	return blob === null ? null : (await buffer(blob.content)).toString();
}

async function keysOf(store: BlobStore, prefix: string): Promise<string[]> {
	const keys: string[] = [];
	for await (const { key } of store.list(prefix)) keys.push(key);
	return keys.sort();
}

/** What holds for every store. */
export function describeBlobStore(open: () => BlobStore): void {
	it('gives back what was written, and nothing for what was not', async () => {
		const store = open();
		await store.write('files/task/1/a.csv', Buffer.from('é,1'));
		expect(await textOf(store, 'files/task/1/a.csv')).toBe('é,1');
		const blob = await store.open('files/task/1/a.csv');
		blob?.content.destroy();
		expect(blob?.bytes).toBe(4);
		expect(await store.open('files/task/1/b.csv')).toBeNull();
	});

	it('writes over what was there, and shows a draft only once it is kept', async () => {
		const store = open();
		const key = chunkKey('lead-export~again', 1, 1, 'run');
		await store.write(key, Buffer.from('first'));
		const draft = await store.draft();
		await draft.write(Readable.from([Buffer.from('second')]), new PassThrough());
		expect(await textOf(store, key)).toBe('first');
		await draft.keep(key);
		await draft.discard();
		expect(await textOf(store, key)).toBe('second');
	});

	it('writes a new blob for one of several writers, and never over what is there', async () => {
		const store = open();
		const key = 'destinations/crm/0000000001';
		const written = await Promise.all(['a', 'b', 'c'].map((text) => store.writeNew(key, Buffer.from(text))));
		expect(written.filter(Boolean)).toHaveLength(1);
		const kept = await textOf(store, key);
		expect(kept).toBe(['a', 'b', 'c'][written.indexOf(true)]);
		expect(await store.writeNew(key, Buffer.from('d'))).toBe(false);
		expect(await textOf(store, key)).toBe(kept);
		await store.remove(key);
		expect(await store.writeNew(key, Buffer.from('d'))).toBe(true);
		await store.remove(key);
	});

	it('lists and removes by prefix, and does not mind removing twice', async () => {
		const store = open();
		for (const chunk of [1, 2]) await store.write(chunkKey('lead-export~one', chunk, 1, 'run'), Buffer.from('x'));
		await store.write(chunkKey('lead-export~other', 1, 1, 'run'), Buffer.from('x'));
		expect(await keysOf(store, 'chunks/lead-export/one/')).toEqual([
			'chunks/lead-export/one/run.0000001.1',
			'chunks/lead-export/one/run.0000002.1',
		]);
		for (let time = 0; time < 2; time += 1) await store.remove(chunkKey('lead-export~one', 1, 1, 'run'));
		expect(await keysOf(store, 'chunks/lead-export/one/')).toHaveLength(1);
		expect(await keysOf(store, 'chunks/lead-export/none/')).toEqual([]);
	});

	it('keeps an upload under its digest, and nothing of one that is too large', async () => {
		const store = open();
		expect(await receiveUpload(store, Readable.from([Buffer.from('hel'), Buffer.from('lo')]), 5)).toEqual({
			blob: HELLO,
			bytes: 5,
		});
		expect(await textOf(store, uploadKey(HELLO))).toBe('hello');
		const before = await keysOf(store, 'uploads/');
		await expect(receiveUpload(store, Readable.from([Buffer.alloc(6)]), 5)).rejects.toThrow('at most 5 bytes');
		expect(await keysOf(store, 'uploads/')).toEqual(before);
	});

	it('keeps nothing of an upload that broke off', async () => {
		const store = open();
		const broken = Readable.from(
			(function* () {
				yield Buffer.from('half');
				throw new Error('gone');
			})(),
		);
		const before = await keysOf(store, 'uploads/');
		await expect(receiveUpload(store, broken, 100)).rejects.toThrow('gone');
		expect(await keysOf(store, 'uploads/')).toEqual(before);
	});

	it.each(['../secret', 'files/../../x', '/etc/passwd', 'a//b', 'files/.hidden', ''])(
		'refuses the key "%s"',
		async (key) => {
			await expect(open().open(key)).rejects.toThrow('is not a valid key of a blob');
		},
	);

	it('forgets the draft of a process that was killed a day ago', async () => {
		const store = open();
		const draft = await store.draft();
		await appendFile(draft.file, 'leads');
		const config = blobsSchema.parse({});
		await expireBlobs(store, config, Date.now() + 23 * HOUR_MS);
		await access(draft.file);
		await expireBlobs(store, config, Date.now() + 25 * HOUR_MS);
		await expect(access(draft.file)).rejects.toThrow('ENOENT');
	});

	it('forgets what is older than it is kept, each kind after its own time', async () => {
		const store = open();
		const config = blobsSchema.parse({ keepUploadsHours: 1, keepExportsHours: 2 });
		const chunk = chunkKey('lead-export~old', 1, 1, 'run');
		const file = fileKey('lead-export/old', 'leads.csv');
		await receiveUpload(store, Readable.from([Buffer.from('hello')]), 5);
		await store.write(file, Buffer.from('x'));
		await store.write(chunk, Buffer.from('x'));
		await expireBlobs(store, config, Date.now() + 1.5 * HOUR_MS);
		expect([await store.open(uploadKey(HELLO)), await textOf(store, file)]).toEqual([null, 'x']);
		await expireBlobs(store, config, Date.now() + 3 * HOUR_MS);
		expect([await store.open(file), await textOf(store, chunk)]).toEqual([null, 'x']);
		await expireBlobs(store, config, Date.now() + 9 * HOUR_MS);
		expect(await store.open(chunk)).toBeNull();
	});
}
