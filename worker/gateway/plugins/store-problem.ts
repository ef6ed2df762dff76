import { Problem } from '../../problems/problem';
import { isBucketError, isTemporary, reasonOf } from '../../storage/blobs';

/** The disk of blobs.directory is full or broken, or the process may not write there. */
const OF_THE_DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'ESTALE']);

/** The blob store failed. Its messages can name paths and addresses, so the caller gets the code alone. */
export function problemOfStore(error: Error): Problem | null {
	const isOfBucket = isBucketError(error);
	if (!isOfBucket && !isOfDisk(error)) return null;
	const isShort = isOfBucket && isTemporary(error);
	const section = isOfBucket ? 'blobs.s3 and the rights of its key' : 'the disk of blobs.directory and its rights';
	const todo = isShort
		? 'Retry in a few seconds with the same Idempotency-Key.'
		: `Check ${section}: agent-knowledge doctor names what is missing. Then send the request again.`;
	return new Problem({
		type: 'blob_store_unavailable',
		title: 'The blob store is unavailable',
		status: 503,
		detail: `The blob store did not do what the request needs (${reasonOf(error)}). ${todo}`,
		...(isShort ? { retryAfterSeconds: 5 } : {}),
	});
}

function isOfDisk(error: Error): boolean {
	if (!('syscall' in error) || error.syscall === 'connect') return false;
	return 'code' in error && OF_THE_DISK.has(String(error.code));
}
