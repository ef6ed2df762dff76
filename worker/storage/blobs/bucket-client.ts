import { S3Client } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../../config/bucket-schema';
import { BucketHandler } from './bucket-handler';

const ANSWER_WITHIN_MS = 60_000;

/** @param silentForMs how long a server may say nothing before the request is given up, and tried again */
export function bucketClient(
	{ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: BucketConfig,
	silentForMs = ANSWER_WITHIN_MS,
): S3Client {
	return new S3Client({
		region,
		forcePathStyle: pathStyle,
		requestHandler: new BucketHandler(silentForMs),
		// Servers other than Amazon's do not all know the newer checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		...(endpoint === undefined ? {} : { endpoint }),
		...(accessKeyId === undefined || secretAccessKey === undefined
			? {}
			: { credentials: { accessKeyId, secretAccessKey } }),
	});
}
