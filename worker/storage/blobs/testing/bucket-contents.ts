import { ListMultipartUploadsCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../settings';
import { bucketClient } from '../bucket-client';

/** The keys of everything in the bucket: objects, earlier versions, marks of deletions, and unfinished uploads. */
export async function bucketContents(config: BucketConfig): Promise<string[]> {
	const client = bucketClient(config);
	const { Versions = [], DeleteMarkers = [] } = await client.send(
		new ListObjectVersionsCommand({ Bucket: config.bucket }),
	);
	const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: config.bucket }));
	return [...Versions, ...DeleteMarkers, ...Uploads].map(({ Key = '' }) => Key);
}

/** Writes an object, whatever is there. @param key the whole key */
export async function putObject(config: BucketConfig, key: string, content: Buffer): Promise<void> {
	await bucketClient(config).send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body: content }));
}
