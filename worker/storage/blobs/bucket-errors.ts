import { S3ServiceException } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { noAnswer } from '../../../api';

/**
 * Codes that end by themselves, with whatever status a server sends them: Amazon S3 sends RequestTimeout,
 * IncompleteBody and OperationAborted with a 4xx, and other servers use other statuses. A key of a machine's role
 * expires and is renewed, and a clock that is wrong is corrected, so these codes are temporary too.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html and the error lists of Ceph, MinIO, Cloudflare R2,
 * Google Cloud Storage, Backblaze B2, Wasabi and Alibaba Cloud OSS
 */
const TEMPORARY = new Set([
	// The server is busy, or being restarted.
	...['InternalError', 'InternalFailure', 'InternalServerError', 'InternalServiceException', 'ServiceUnavailable'],
	...['SlowDown', 'SlowDownRead', 'SlowDownWrite', 'ServerBusy', 'Busy', 'ReduceRequestRate', 'ServerNotInitialized'],
	...['XMinioServerNotInitialized', 'XMinioReadQuorum', 'XMinioWriteQuorum', 'XMinioBackendDown', 'TryAgain'],
	...[
		'RateLimitExceeded',
		'RequestLimitExceeded',
		'BandwidthLimitExceeded',
		'QpsLimitExceeded',
		'UserRateLimitExceeded',
	],
	...['UploadTrafficRateLimitExceeded', 'DownloadTrafficRateLimitExceeded', 'TotalRequestRateLimitExceeded'],
	...['TooManyRequests', 'TooManyRequestsException', 'RequestThrottled', 'RequestThrottledException', 'Throttled'],
	...['ThrottledException', 'EC2ThrottledException', 'PriorRequestNotComplete', 'BackendError', 'GatewayTimeout'],
	// The request did not arrive whole, in time, or as it was sent.
	...['RequestTimeout', 'RequestTimeoutException', 'ClientDisconnected', 'ConnectionClosedByRequester'],
	...['IncompleteBody', 'IncompleteBodyError', 'BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch'],
	// The clocks of client and server differ, or a key of a role has just expired.
	...['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture', 'ExpiredToken', 'ExpiredTokenException'],
	...['TokenRefreshRequired', 'TemporaryRedirect'],
	// Another request changes the same object or bucket.
	...['OperationAborted', 'ConditionalRequestConflict', 'ConcurrentModification', 'ConcurrentUpdateConflict'],
	...['TransactionInProgressException', 'ResourceLocked', 'BucketBusy', 'AuthServiceUnavailable'],
]);

/** Codes that a retry cannot change, although their status says that it might. */
const FINAL = new Set(['NotImplemented', 'PermanentRedirect', 'HTTPVersionNotSupported', 'VersionNotSupported']);

/** The server cannot do what the request asks for. */
const FINAL_STATUSES = new Set([501, 505]);

/** The statuses of a code that stands in neither list, for example of a proxy before the server. */
const TEMPORARY_STATUSES = new Set([408, 409, 423, 425, 429]);

/**
 * Whether a retry of the request can succeed by itself. Errors of the network can, and those of a server by their code.
 * If not, a person has to correct the key, its rights, the bucket or the request.
 */
export function isTemporary(error: unknown): boolean {
	const status = statusOf(error);
	if (status === null) return true;
	const name = error instanceof S3ServiceException ? error.name : '';
	if (FINAL.has(name)) return false;
	if (TEMPORARY.has(name) || /^Throttl/.test(name)) return true;
	if (FINAL_STATUSES.has(status)) return false;
	return status >= 500 || TEMPORARY_STATUSES.has(status) || status < 400;
}

/** The client keeps the response that it could not read, such as a page of a proxy before the server. */
const unreadSchema = z.object({ $response: z.object({ statusCode: z.int() }) });

/** The status of the response. Null if there was none. */
export function statusOf(error: unknown): number | null {
	if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode ?? 500;
	return unreadSchema.safeParse(error).data?.$response.statusCode ?? null;
}

/** Errors of a server for a missing object or version. */
const MISSING = new Set(['NoSuchKey', 'NoSuchVersion']);

export function isMissing(error: unknown): error is S3ServiceException {
	return error instanceof S3ServiceException && MISSING.has(error.name);
}

/** The key may not do what it asked for. */
export function isDenied(error: unknown): boolean {
	return error instanceof S3ServiceException && error.name === 'AccessDenied';
}

/** Why a request to a bucket failed, in a few words and without the secrets in its address. */
export function reasonOf(error: unknown): string {
	if (error instanceof S3ServiceException)
		return `${error.name}, status ${error.$metadata.httpStatusCode ?? 'unknown'}`;
	const status = statusOf(error);
	if (status !== null) return `a response that is not of S3, status ${status}`;
	const found = noAnswer(error);
	if (found.why === 'proxy') return `the proxy ${found.said}`;
	if (found.why === 'certificate')
		return `its certificate ${found.what}, ${found.code}. ${found.todo}`.replace(/\.$/, '');
	if (typeof error !== 'object' || error === null) return 'unknown';
	const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'name');
	return typeof code === 'string' ? code : 'unknown';
}
