import { DeleteObjectCommand, PutObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../settings';

/** A key for the check. Nothing stays under it. */
const KEY = 'agent-knowledge-may-write';
/** Of another content. */
const WRONG_DIGEST = Buffer.alloc(16).toString('base64');
const REFUSED = 'BadDigest';

/**
 * Whether the key may write, without an effect: sends a file with the digest of another one. A server first looks at the
 * key's rights, then refuses the file. So the key needs s3:PutObject and nothing else. The start of a multipart upload
 * would need s3:AbortMultipartUpload too, without which unfinished uploads stay.
 * @throws S3ServiceException, and errors of the network
 */
export async function tryWrite(
	client: S3Client,
	{ bucket, prefix }: Pick<BucketConfig, 'bucket' | 'prefix'>,
	abortSignal: AbortSignal,
): Promise<void> {
	const place = { Bucket: bucket, Key: prefix + KEY };
	const write = new PutObjectCommand({ ...place, Body: 'agent-knowledge', ContentMD5: WRONG_DIGEST });
	const refusals: S3ServiceException[] = [];
	// Here the error is no fault, which the client would retry.
	write.middlewareStack.add(
		(next) => async (request) => {
			try {
				return await next(request);
			} catch (error) {
				if (!(error instanceof S3ServiceException) || error.name !== REFUSED) throw error;
				refusals.push(error);
				return { response: error.$response, output: { $metadata: error.$metadata } };
			}
		},
		{ step: 'deserialize', priority: 'high', name: 'expectRefusal' },
	);
	await client.send(write, { abortSignal });
	if (refusals.length > 0) return;
	try {
		await client.send(new DeleteObjectCommand(place), { abortSignal });
	} catch (error) {
		// The server ignores digests. If the key may not delete, each check writes over this one small object.
		if (!(error instanceof S3ServiceException)) throw error;
	}
}
