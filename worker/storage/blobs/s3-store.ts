import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectsV2Command,
	PutObjectCommand,
	type S3Client,
	S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BucketConfig } from '../settings';
import { type BlobStore, checkKey, type Draft, type OpenBlob, type StoredBlob } from './blob-store';
import { bucketClient } from './bucket-client';
import { isMissing, isTemporary } from './bucket-errors';
import { writeClaimed } from './claimed-write';
import { type ConditionalWrites, isTaken, tryConditionalWrite } from './conditional-write';
import { makePrivateFolder, newDraft, plainDraft, removeDrafts, temporaryDrafts } from './drafts';

/** As many as the client has for other requests. */
const PUT_ATTEMPTS = 3;
/** In milliseconds. */
const PUT_PAUSE_MS = 200;

/** Blobs as objects of a bucket. An object becomes visible once the bucket has received all of it. */
export class S3Store implements BlobStore {
	readonly #client: S3Client;
	/** Null: not known yet. */
	#conditionalWrites: ConditionalWrites | null = null;

	/** @param drafts a folder on this machine's own disk */
	constructor(
		private readonly bucket: BucketConfig,
		private readonly drafts = temporaryDrafts(),
	) {
		this.#client = bucketClient(bucket);
	}

	async draft(): Promise<Draft> {
		await makePrivateFolder(this.drafts);
		const file = await newDraft(this.drafts);
		return {
			...plainDraft(file),
			keep: (key) => this.#putFile(file, key),
			discard: () => rm(file, { force: true }),
		};
	}

	async write(key: string, content: Buffer): Promise<void> {
		await this.#client.send(new PutObjectCommand({ ...this.#object(key), Body: content }));
	}

	async writeNew(key: string, content: Buffer): Promise<boolean> {
		this.#conditionalWrites ??= await tryConditionalWrite(this.bucket, this.#client);
		if (this.#conditionalWrites !== 'kept') return writeClaimed(this, key, content);
		try {
			await this.#client.send(new PutObjectCommand({ ...this.#object(key), Body: content, IfNoneMatch: '*' }));
			return true;
		} catch (error) {
			if (!isTaken(error)) throw error;
			// The client repeats a write whose response was lost. It then meets its own object.
			return (error.$metadata.attempts ?? 1) > 1 && (await this.#holds(key, content));
		}
	}

	async #holds(key: string, content: Buffer): Promise<boolean> {
		const found = await this.open(key);
		return found !== null && content.equals(await buffer(found.content));
	}

	async open(key: string): Promise<OpenBlob | null> {
		try {
			const { Body, ContentLength = 0 } = await this.#client.send(new GetObjectCommand(this.#object(key)));
			return { bytes: ContentLength, content: Body instanceof Readable ? Body : Readable.from([]) };
		} catch (error) {
			if (isMissing(error)) return null;
			throw error;
		}
	}

	async *list(prefix: string): AsyncIterable<StoredBlob> {
		const { bucket, prefix: ours } = this.bucket;
		let ContinuationToken: string | undefined;
		do {
			const page = await this.#client.send(
				new ListObjectsV2Command({ Bucket: bucket, Prefix: ours + prefix, ContinuationToken }),
			);
			for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
				if (Key === undefined || LastModified === undefined) continue;
				yield { key: Key.slice(ours.length), bytes: Size, storedAt: LastModified };
			}
			ContinuationToken = page.NextContinuationToken;
		} while (ContinuationToken !== undefined);
	}

	async remove(key: string): Promise<void> {
		try {
			await this.#client.send(new DeleteObjectCommand(this.#object(key)));
		} catch (error) {
			if (!isMissing(error)) throw error;
		}
	}

	async removeDrafts(before: Date): Promise<number> {
		await makePrivateFolder(this.drafts);
		return removeDrafts(this.drafts, before);
	}

	/** The client retries no stream, so each attempt reads the file again. */
	async #putFile(file: string, key: string): Promise<void> {
		const { size } = await stat(file);
		for (let attempt = 1; ; attempt += 1) {
			const Body = createReadStream(file);
			try {
				await this.#client.send(new PutObjectCommand({ ...this.#object(key), Body, ContentLength: size }));
				return;
			} catch (error) {
				if (attempt === PUT_ATTEMPTS || !(error instanceof S3ServiceException && isTemporary(error))) throw error;
				await sleep(attempt * PUT_PAUSE_MS);
			} finally {
				// A request that ended early has not read it to its end.
				Body.destroy();
			}
		}
	}

	#object(key: string): { Bucket: string; Key: string } {
		return { Bucket: this.bucket.bucket, Key: this.bucket.prefix + checkKey(key) };
	}
}
