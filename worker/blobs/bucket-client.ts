import { S3Client } from '@aws-sdk/client-s3';
import type { BucketConfig } from '../config/bucket-schema';

/** In milliseconds: to connect, and for a pause within a transfer. */
const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 60_000;

/** @param silentForMs how long a server may say nothing before the request is given up, and tried again */
export function bucketClient(
	{ endpoint, region, pathStyle, accessKeyId, secretAccessKey }: BucketConfig,
	silentForMs = ANSWER_WITHIN_MS,
): S3Client {
	return new S3Client({
		region,
		forcePathStyle: pathStyle,
		// Not requestTimeout, which only prints a warning.
		requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: silentForMs },
		// Servers other than Amazon's do not all know the newer checksums.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
		...(endpoint === undefined ? {} : { endpoint }),
		...(accessKeyId === undefined || secretAccessKey === undefined
			? {}
			: { credentials: { accessKeyId, secretAccessKey } }),
	});
}
