import type { Connections } from '../../accounts';
import type { Destinations } from '../../destinations';
import { Problem } from '../../problems/problem';
import type { Blobs } from '../../storage/blobs';
import { BucketRefusedError, type Buckets } from '../../storage/buckets';

/** What the input of a task may name. */
export interface NamedThings {
	connections: Connections;
	destinations: Destinations;
	buckets: Buckets;
	blobs: Blobs;
}

/** Where an input names something of the configuration. */
interface Names {
	connection: string;
	destination?: string;
	bucket?: string | undefined;
}

/** @throws Problem that names the field whose connection, destination or bucket the configuration does not have */
export function checkNames({ connections, destinations, buckets }: NamedThings, names: Names): void {
	connections.get(names.connection);
	if (names.destination !== undefined) destinations.get(names.destination);
	if (names.bucket !== undefined) checkBucketName(buckets, names.bucket);
}

/** Checks that a bucket exists and that the worker can write to it. @throws Problem whose issue has the path `bucket` */
export async function checkBucket(buckets: Buckets, name: string): Promise<void> {
	checkBucketName(buckets, name);
	try {
		await buckets.check(name);
	} catch (error) {
		throw error instanceof BucketRefusedError ? refused(name, error) : error;
	}
}

function checkBucketName(buckets: Buckets, name: string): void {
	if (buckets.has(name)) return;
	const list = buckets.names.length === 0 ? 'none' : buckets.names.join(', ');
	throw new Problem({
		type: 'unknown_bucket',
		title: 'There is no such bucket',
		status: 404,
		detail: `The worker's configuration has no bucket "${name}". Configured buckets: ${list}. Use one of them, or remove the field to keep the file at the gateway.`,
		issues: [{ path: 'bucket', message: `"${name}" is unknown; known are: ${list}` }],
	});
}

/** 424: the request depends on a bucket that does not work. */
function refused(name: string, { message }: BucketRefusedError): Problem {
	return new Problem({
		type: 'bucket_refused',
		title: 'The worker cannot write to the bucket',
		status: 424,
		detail: `Nothing was started. ${message} Check buckets.${name} in the worker's configuration: its endpoint, bucket, region and key.`,
		issues: [{ path: 'bucket', message: 'cannot be written' }],
	});
}
