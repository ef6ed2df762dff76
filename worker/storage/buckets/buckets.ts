import type { Readable } from 'node:stream';

import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { timeLimit } from '../../../api';
import { bucketClient, isDenied, isTemporary, reasonOf, statusOf } from '../blobs';
import type { BucketConfig } from '../settings';
import { BucketAwayError, type BucketObject, BucketRefusedError, openObject } from './bucket-object';
import { tryWrite } from './try-write';

/** In milliseconds. */
const CHECK_WITHIN_MS = 10_000;

export interface FileToPut {
	/** Read once. */
	content: Readable;
	/** Of the content. */
	bytes: number;
	/** Its key below the prefix of the bucket. What comes after the last slash is its name for people. */
	name: string;
	contentType: string;
}

/** Buckets for exports, by the name that tasks use. */
export class Buckets {
	readonly #byName: ReadonlyMap<string, { config: BucketConfig; client: S3Client }>;

	/** @param checkWithinMs limit for a check, because a person waits for it */
	constructor(
		buckets: Readonly<Record<string, BucketConfig>>,
		private readonly checkWithinMs = CHECK_WITHIN_MS,
	) {
		this.#byName = new Map(
			Object.entries(buckets).map(([name, config]) => [name, { config, client: bucketClient(config) }]),
		);
	}

	get names(): string[] {
		return [...this.#byName.keys()];
	}

	has(name: string): boolean {
		return this.#byName.has(name);
	}

	/**
	 * Checks that the worker can write to the bucket, and leaves nothing there.
	 * @throws BucketRefusedError with the server's message and the missing right, also if the server does not respond;
	 * BucketAwayError if its answer says that a retry helps
	 */
	async check(name: string): Promise<void> {
		const { config, client } = this.#get(name);
		const abortSignal = timeLimit(this.checkWithinMs);
		try {
			await tryWrite(client, config, abortSignal);
		} catch (error) {
			if (statusOf(error) !== null && isTemporary(error))
				throw new BucketAwayError(`The bucket "${config.bucket}" is unavailable (${reasonOf(error)}).`);
			const reason = abortSignal.aborted ? `no response within ${this.checkWithinMs / 1_000} s` : reasonOf(error);
			const right = isDenied(error) ? ' The key lacks the right s3:PutObject.' : '';
			throw new BucketRefusedError(`The worker cannot write to the bucket "${config.bucket}" (${reason}).${right}`);
		}
	}

	/**
	 * Puts a file into the bucket and replaces an object with the same key.
	 * @returns its key
	 * @throws BucketRefusedError if a retry would not help
	 */
	async put(name: string, file: FileToPut): Promise<string> {
		const { config, client } = this.#get(name);
		const Key = config.prefix + file.name;
		try {
			await client.send(
				new PutObjectCommand({
					Bucket: config.bucket,
					Key,
					ContentLength: file.bytes,
					Body: file.content,
					ContentType: file.contentType,
					ContentDisposition: `attachment; filename="${file.name.slice(file.name.lastIndexOf('/') + 1)}"`,
				}),
			);
		} catch (error) {
			if (isTemporary(error)) throw error;
			throw new BucketRefusedError(`The bucket "${config.bucket}" refused the file (${reasonOf(error)}).`);
		}
		return Key;
	}

	/**
	 * @param key the whole key, as `put` returned it
	 * @returns null if the object does not (or no longer) exist
	 * @throws BucketRefusedError if the worker may not read it or the configuration has no such bucket; BucketAwayError
	 */
	async open(name: string, key: string): Promise<BucketObject | null> {
		const { config, client } = this.#get(name);
		return openObject(client, { Bucket: config.bucket, Key: key });
	}

	#get(name: string) {
		const found = this.#byName.get(name);
		if (found !== undefined) return found;
		throw new BucketRefusedError(
			`This worker's configuration has no bucket "${name}". Add it to buckets and restart the worker.`,
		);
	}
}
