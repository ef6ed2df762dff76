import { ApplicationFailure } from '@temporalio/common';
import { BucketRefusedError, type Buckets, type FileToPut } from '../../storage/buckets';

/** @throws a final failure when the bucket will not take it */
export async function putIntoBucket(buckets: Buckets, name: string, file: FileToPut) {
	try {
		return { name, key: await buckets.put(name, file) };
	} catch (error) {
		throw error instanceof BucketRefusedError ? refused(error) : error;
	}
}

function refused({ message }: BucketRefusedError): ApplicationFailure {
	const title = 'The bucket did not take the file';
	const detail = `${message} Check the bucket's section in the worker's configuration, then start the task again.`;
	return ApplicationFailure.create({
		type: 'bucket_refused',
		message: `${title}: ${detail}`,
		nonRetryable: true,
		details: [{ type: 'bucket_refused', title, status: 424, detail, issues: [{ path: 'bucket', message }] }],
	});
}
