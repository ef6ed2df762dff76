import { PutBucketPolicyCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../settings';
import { bucketClient } from '../bucket-client';

/** Lets another key do so much in a bucket, and nothing else. @param actions for example `s3:GetObject` */
export async function allow(config: BucketConfig, accessKeyId: string, actions: readonly string[]): Promise<void> {
	const { bucket } = config;
	const Policy = JSON.stringify({
		Version: '2012-10-17',
		Statement: [
			{
				...{ Effect: 'Allow', Principal: { AWS: [accessKeyId] }, Action: actions },
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
