import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Codes of errors that pass by themselves although their status is below 500, of Amazon
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html) and of other servers that speak S3. The same
 * status also carries errors that stay, so the code decides.
 */
const TEMPORARY: ReadonlySet<string> = new Set([
	// The connection was too slow, or broke in the middle of the body.
	...['RequestTimeout', 'RequestTimeoutException', 'IncompleteBody', 'ClientDisconnected', 'BadDigest'],
	// The clocks differ, or the request waited too long before it was sent.
	...['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture', 'ExpiredToken', 'TokenRefreshRequired'],
	// The server has too much to do, or another request changes the same bucket or object.
	...['SlowDown', 'SlowDownRead', 'SlowDownWrite', 'Busy', 'ServerBusy', 'ServiceUnavailable', 'InternalError'],
	...['Throttling', 'ThrottlingException', 'ThrottledException', 'RequestThrottled', 'RequestThrottledException'],
	...['TooManyRequests', 'TooManyRequestsException', 'RequestLimitExceeded', 'BandwidthLimitExceeded'],
	...['OperationAborted', 'ConditionalRequestConflict', 'RestoreAlreadyInProgress', 'ResourceContention'],
]);

/** Statuses that are temporary with every code. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** The key, the bucket or its name is wrong: a retry does not help, and a person has to look. */
export function isRefusal(error: unknown): boolean {
	if (!(error instanceof S3ServiceException) || TEMPORARY.has(error.name)) return false;
	const { httpStatusCode = 500 } = error.$metadata;
	return httpStatusCode >= 400 && httpStatusCode < 500 && !TEMPORARY_STATUSES.has(httpStatusCode);
}

/**
 * The answer to a write that must not replace: an object has the key (412), or another writer is creating it at the same
 * time (409 ConditionalRequestConflict). Other conflicts say nothing of the object.
 */
export function isTaken(error: unknown): boolean {
	if (!(error instanceof S3ServiceException)) return false;
	return error.$metadata.httpStatusCode === 412 || error.name === 'ConditionalRequestConflict';
}

/** Why a request to a bucket failed, in a few words and without the secrets in its address. */
export function reasonOf(error: unknown): string {
	if (error instanceof S3ServiceException)
		return `${error.name}, status ${error.$metadata.httpStatusCode ?? 'unknown'}`;
	if (typeof error !== 'object' || error === null) return 'unknown';
	const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'name');
	return typeof code === 'string' ? code : 'unknown';
}
