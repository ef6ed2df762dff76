import { BucketRefusedError, type Buckets } from '../storage/buckets';
import { Problem } from '../problems/problem';

/** Makes sure that a bucket is there and can be written. @throws Problem whose issue has the path `bucket` */
export async function checkBucket(buckets: Buckets, name: string): Promise<void> {
	checkBucketName(buckets, name);
	try {
		await buckets.check(name);
	} catch (error) {
		throw error instanceof BucketRefusedError ? refused(name, error) : error;
	}
}

/** @throws Problem whose issue has the path `bucket` when the configuration has none of this name */
export function checkBucketName(buckets: Buckets, name: string): void {
	if (!buckets.has(name)) throw unknownBucket(name, buckets.names);
}

function unknownBucket(name: string, known: readonly string[]): Problem {
	const list = known.length === 0 ? 'none' : known.join(', ');
	return new Problem({
		type: 'unknown_bucket',
		title: 'There is no such bucket',
		status: 404,
		detail: `The worker's configuration has no bucket "${name}". It has: ${list}. Leave bucket out to keep the file at the gateway.`,
		issues: [{ path: 'bucket', message: `"${name}" is unknown; known are: ${list}` }],
	});
}

/** 424: what was asked depends on a bucket that does not work. */
function refused(name: string, { message }: BucketRefusedError): Problem {
	return new Problem({
		type: 'bucket_refused',
		title: 'The bucket cannot be written',
		status: 424,
		detail: `Nothing was started. ${message} Check buckets.${name} in the worker's configuration: its endpoint, bucket, region and key.`,
		issues: [{ path: 'bucket', message: 'cannot be written' }],
	});
}
