import { S3Client } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../config/bucket-schema';

/** In milliseconds: to connect, and for a pause within a transfer. */
const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 60_000;

/** @param maxAttempts of a request that failed on the way or was told to come later */
export function bucketClient(
	{ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: BucketConfig,
	maxAttempts = 3,
): S3Client {
	return new S3Client({
		region,
		forcePathStyle: pathStyle,
		maxAttempts,
		requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, requestTimeout: ANSWER_WITHIN_MS },
		// Servers other than Amazon's do not all know the newer checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		...(endpoint === undefined ? {} : { endpoint }),
		...(accessKeyId === undefined || secretAccessKey === undefined
			? {}
			: { credentials: { accessKeyId, secretAccessKey } }),
	});
}
