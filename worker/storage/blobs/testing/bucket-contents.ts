import {
	GetObjectCommand,
	ListMultipartUploadsCommand,
	ListObjectVersionsCommand,
	PutObjectCommand,
} from '@aws-sdk/client-s3';
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

/** What every version of every object has, one after the other, in lower case. */
export async function everyVersion(config: BucketConfig): Promise<string> {
	const client = bucketClient(config);
	const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: config.bucket }));
	const contents = await Promise.all(
		Versions.map(async ({ Key, VersionId }) => {
			const { Body } = await client.send(new GetObjectCommand({ Bucket: config.bucket, Key, VersionId }));
			return `${Key}\n${(await Body?.transformToString('latin1')) ?? ''}`;
		}),
	);
	return contents.join('\n').toLowerCase();
}

/** Writes an object, whatever is there. @param key the whole key */
export async function putObject(config: BucketConfig, key: string, content: Buffer): Promise<void> {
	await bucketClient(config).send(new PutObjectCommand({ Bucket: config.bucket, Key: key, Body: content }));
}
