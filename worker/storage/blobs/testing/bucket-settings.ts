import { CreateBucketCommand, PutBucketPolicyCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../settings';
import { bucketClient } from '../bucket-client';

/** Creates the bucket, which must not exist. */
export async function create(config: BucketConfig): Promise<void> {
	await bucketClient(config).send(new CreateBucketCommand({ Bucket: config.bucket }));
}

/** Lets another user do so much in a bucket, and nothing else. @param actions for example `s3:GetObject` */
export async function allow(config: BucketConfig, user: string, actions: readonly string[]): Promise<void> {
	const { bucket } = config;
	const Policy = JSON.stringify({
		Version: '2012-10-17',
		Statement: [
			{
				Effect: 'Allow',
				Principal: { AWS: [`arn:aws:iam::000000000000:user/${user}`] },
				Action: actions,
				Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
			},
		],
	});
	await bucketClient(config).send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
}

/** From now on the bucket keeps what is written over or deleted. */
export async function keepVersions(config: BucketConfig): Promise<void> {
	const VersioningConfiguration = { Status: 'Enabled' } as const;
	await bucketClient(config).send(new PutBucketVersioningCommand({ Bucket: config.bucket, VersioningConfiguration }));
}
