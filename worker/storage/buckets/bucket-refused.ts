import { S3ServiceException } from '@aws-sdk/client-s3';

/** A bucket does not do what it is asked, and will not at the next try either. */
export class BucketRefusedError extends Error {
	override name = 'BucketRefusedError';
}

/** A bucket cannot be asked just now. */
export class BucketAwayError extends Error {
	override name = 'BucketAwayError';
}

/** What kept a request to a bucket from succeeding, in a few words and without its address's secrets. */
export function reasonOf(error: unknown): string {
	if (error instanceof S3ServiceException)
		return `${error.name}, status ${error.$metadata.httpStatusCode ?? 'unknown'}`;
	if (typeof error !== 'object' || error === null) return 'unknown';
	const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'name');
	return typeof code === 'string' ? code : 'unknown';
}

/** The key, the bucket or its name is wrong: a person has to look. */
export function isRefusal(error: unknown): boolean {
	if (!(error instanceof S3ServiceException)) return false;
	const { httpStatusCode = 500 } = error.$metadata;
	return httpStatusCode >= 400 && httpStatusCode < 500 && httpStatusCode !== 408 && httpStatusCode !== 429;
}
