import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BucketConfig } from '../../storage/settings';
import type { Config } from '../../config';
import { type BlobStore, type ConditionalWrites, conditionalWritesOf, isDenied, openBlobs } from '../../storage/blobs';
import { Keyring } from '../../temporal';
import { type Check, fail, checked, ok, errorText } from './check';

type BlobsConfig = Pick<Config, 'blobs' | 'encryption'>;

/** Tries all that processes do with the blob store, and leaves nothing there. */
export async function checkBlobs({ blobs, encryption }: BlobsConfig): Promise<Check[]> {
	const { s3, directory } = blobs;
	const { store } = openBlobs(blobs, new Keyring(encryption));
	const where = s3 === undefined ? resolve(directory) : `the bucket ${s3.bucket}`;
	const todo = 'Check blobs.directory or blobs.s3, and the rights to write there.';
	const usable = await checked('blobs', todo, async () => {
		await useStore(store);
		return `Files can be written, listed, read and deleted in ${where}.`;
	});
	const edits = s3 === undefined || usable.status !== 'ok' ? [] : [await checkEdits(s3)];
	return [usable, ...edits];
}

async function useStore(store: BlobStore): Promise<void> {
	const [key, content] = [`doctor/${randomUUID()}`, Buffer.from(randomUUID())];
	await needing('s3:PutObject', () => store.write(key, content));
	try {
		const found = await needing('s3:GetObject', () => store.open(key));
		if (found === null || !content.equals(await buffer(found.content)))
			throw new Error('A file was written, but cannot be read back.');
		if (!(await needing('s3:ListBucket', () => isListed(store, key))))
			throw new Error(
				'A file was written, but the store does not list it at once. Processes find files by lists, so they miss some.',
			);
	} finally {
		await needing('s3:DeleteObject', () => store.remove(key));
	}
}

async function isListed(store: BlobStore, key: string): Promise<boolean> {
	for await (const found of store.list('doctor/')) if (found.key === key) return true;
	return false;
}

/** Names the right that a bucket's key lacks, because a server says only that access is denied. */
async function needing<Result>(right: string, use: () => Promise<Result>): Promise<Result> {
	try {
		return await use();
	} catch (error) {
		if (!isDenied(error)) throw error;
		throw new Error(`The key lacks the right ${right} (${errorText(error)})`, { cause: null });
	}
}

const TURNS =
	'So gateways take turns by claims when somebody saves a destination. This needs some more requests, and no edit is lost.';

const EDITS: Readonly<Record<ConditionalWrites, string>> = {
	kept: 'The bucket keeps the condition of a write (If-None-Match), so two edits of a destination cannot overwrite each other.',
	ignored: `The bucket ignores the condition of a write (If-None-Match). ${TURNS}`,
	refused: `The bucket refuses a write with a condition (If-None-Match). ${TURNS}`,
};

/** Whether two people can edit a destination of the console at the same moment. */
async function checkEdits(s3: BucketConfig): Promise<Check> {
	const name = 'edits of destinations';
	try {
		return ok(name, EDITS[await conditionalWritesOf(s3)]);
	} catch (error) {
		return fail(name, errorText(error), 'Check blobs.s3, then run the check again.');
	}
}
