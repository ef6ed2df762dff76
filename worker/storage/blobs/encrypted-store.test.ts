import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '../../../test/support/time/eventually';
import { blobsSchema } from '../settings';
import { Keyring } from '../../temporal/keyring';
import { openBlobs, receiveUpload } from './blobs';
import { describeBlobStore, textOf } from './testing/blob-store-rules';

const SEGMENT = 64 * 1024;
const HEADER = 8 + 2 + 'k1'.length + 32 + 7;
const KEY = 'files/task/leads.csv';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-sealed-'));
afterAll(() => rm(folder, { recursive: true }));
const newKey = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const [k1, k2] = [newKey('k1'), newKey('k2')];
const withKeys = (keys: (typeof k1)[], name = 'blobs') =>
	openBlobs(blobsSchema.parse({ directory: join(folder, name) }), new Keyring({ keys, current: keys[0]?.id ?? '' }))
		.store;
const store = withKeys([k1]);
const stored = (key = KEY) => join(folder, 'blobs', ...key.split('/'));

async function contentOf(key = KEY, from = store): Promise<Buffer> {
	const blob = await from.open(key);
	if (blob === null) throw new Error('There is none.');
	const content = await buffer(blob.content);
	expect(blob.bytes).toBe(content.length);
	return content;
}

async function everyFile(): Promise<Buffer[]> {
	const found = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
	return Promise.all(found.filter((each) => each.isFile()).map((each) => readFile(join(each.parentPath, each.name))));
}

describe('encrypted blobs in a folder', () => {
	describeBlobStore(() => withKeys([k1], 'rules'));

	it.each([0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 7])(
		'of %i bytes are given back as they were, from pieces of any size',
		async (bytes) => {
			const content = randomBytes(bytes);
			await store.write(KEY, content);
			expect((await contentOf()).equals(content)).toBe(true);
			for (const size of [1_000, SEGMENT, 5 * SEGMENT]) {
				const pieces = Array.from({ length: Math.ceil(bytes / size) }, (_, at) =>
					content.subarray(at * size, (at + 1) * size),
				);
				const draft = await store.draft();
				await draft.write(Readable.from(pieces), new PassThrough());
				expect((await buffer(draft.read())).equals(content)).toBe(true);
				await draft.keep(KEY);
				expect((await contentOf()).equals(content)).toBe(true);
			}
		},
	);

	it('show nothing of their content, neither kept nor as a draft; the digest of an upload is that of the content', async () => {
		await store.write(KEY, Buffer.from('ada@client.example'));
		const draft = await store.draft();
		await draft.write(Readable.from([Buffer.from('ada@client.example')]), new PassThrough());
		expect((await readFile(draft.file)).includes('ada@')).toBe(false);
		await draft.discard();
		const { blob, bytes } = await receiveUpload(store, Readable.from([Buffer.from('hello')]), 5);
		expect([blob, bytes]).toEqual(['sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', 5]);
		for (const file of await everyFile()) expect(/ada@|hello/.test(file.toString('latin1'))).toBe(false);
	});

	it('are read with the key that wrote them while it is kept, and named when it is not', async () => {
		await store.write(KEY, Buffer.from('old'));
		expect(await textOf(withKeys([k2, k1]), KEY)).toBe('old');
		await expect(withKeys([k2]).open(KEY)).rejects.toThrow('There is no encryption key "k1"');
		await expect(contentOf(KEY, withKeys([newKey('k1')]))).rejects.toThrow('cannot be decrypted');
	});

	it('that are not encrypted are not given out', async () => {
		for (const plain of ['', 'A', 'AKBLO', 'lead,email']) {
			await writeFile(stored(), plain);
			await expect(store.open(KEY)).rejects.toThrow('does not begin like an encrypted one');
		}
	});

	it.each<[string, (file: Buffer) => Buffer]>([
		['cut off in a segment', (file) => file.subarray(0, -1)],
		['cut off after a segment', (file) => file.subarray(0, HEADER + 2 * (SEGMENT + 16))],
		['without any segment', (file) => file.subarray(0, HEADER)],
		[
			'of which a bit is another',
			(file) => Buffer.concat([file.subarray(0, 100), Buffer.from([file.readUInt8(100) ^ 1]), file.subarray(101)]),
		],
		['whose salt is another', (file) => Buffer.concat([file.subarray(0, 12), randomBytes(32), file.subarray(44)])],
		[
			'whose segments are in another order',
			(file) => {
				const at = (segment: number) => HEADER + segment * (SEGMENT + 16);
				const [head, first, second, last] = [
					file.subarray(0, at(0)),
					file.subarray(at(0), at(1)),
					file.subarray(at(1), at(2)),
					file.subarray(at(2)),
				];
				return Buffer.concat([head, second, first, last]);
			},
		],
		['that are longer', (file) => Buffer.concat([file, file.subarray(HEADER, HEADER + SEGMENT + 16)])],
	])('%s are not given out', async (_what, change) => {
		await store.write(KEY, randomBytes(2 * SEGMENT + 9));
		await writeFile(stored(), change(await readFile(stored())));
		await expect(contentOf()).rejects.toThrow('cannot be decrypted');
	});

	it('of any size need little memory', async () => {
		const bytes = 64 * 1024 * 1024;
		const piece = randomBytes(1024 * 1024);
		const draft = await store.draft();
		await draft.write(Readable.from(Array.from({ length: bytes / piece.length }, () => piece)), new PassThrough());
		await draft.keep(KEY);
		const used = bytesInUse();
		const before = used();
		let most = 0;
		let read = 0;
		const blob = await store.open(KEY);
		for await (const part of (blob?.content ?? []) as AsyncIterable<Buffer>) {
			const quarters = Math.floor((4 * read) / bytes);
			read += part.length;
			if (Math.floor((4 * read) / bytes) > quarters) most = Math.max(most, used() - before);
		}
		expect([read, blob?.bytes]).toEqual([bytes, bytes]);
		expect(most).toBeLessThan(bytes / 4);
		await store.remove(KEY);
	});

	it('that nobody reads to their end leave no file open', async () => {
		await store.write(KEY, randomBytes(3 * SEGMENT));
		const open = async () => (await readdir('/proc/self/fd')).length;
		const before = await open();
		for (let time = 0; time < 50; time += 1) (await store.open(KEY))?.content.destroy();
		await eventually(
			open,
			(count) => expect(count).toBeLessThanOrEqual(before + 5),
			'Node closes a file in the background',
		);
	});
});

/** Reads the bytes of buffers that something still holds. It collects the others first. */
function bytesInUse(): () => number {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	return () => {
		// Twice, because the first one still frees what it found when it returns.
		collect();
		collect();
		return process.memoryUsage().arrayBuffers;
	};
}
