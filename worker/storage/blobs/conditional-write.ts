import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../settings';
import { CLAIMS } from './blob-store';
import { bucketClient } from './bucket-client';
import { isTemporary } from './bucket-errors';

/** What a bucket's server does with `If-None-Match: *` on the write of an object that exists. */
export type ConditionalWrites = 'kept' | 'ignored' | 'refused';

/**
 * Tries it with an object of its own, which it removes. Amazon S3 keeps the condition. Some servers overwrite the object,
 * and others answer 501 NotImplemented.
 * @throws S3ServiceException if the bucket cannot be written at all, or is unavailable
 */
export async function tryConditionalWrite(
	{ bucket, prefix }: Pick<BucketConfig, 'bucket' | 'prefix'>,
	client: S3Client,
): Promise<ConditionalWrites> {
	const place = { Bucket: bucket, Key: `${prefix}${CLAIMS}try-${randomUUID()}` };
	await client.send(new PutObjectCommand({ ...place, Body: 'first' }));
	try {
		await client.send(new PutObjectCommand({ ...place, Body: 'second', IfNoneMatch: '*' }));
		return 'ignored';
	} catch (error) {
		if (isTaken(error)) return 'kept';
		if (isTemporary(error)) throw error;
		return 'refused';
	} finally {
		await client.send(new DeleteObjectCommand(place));
	}
}

/** The same for a check of a configuration. */
export async function conditionalWritesOf(config: BucketConfig): Promise<ConditionalWrites> {
	const client = bucketClient(config);
	try {
		return await tryConditionalWrite(config, client);
	} finally {
		client.destroy();
	}
}

/** An object has the key. Of writers at the same time, a server refuses all but one with a temporary code. */
export function isTaken(error: unknown): error is S3ServiceException {
	return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
}
