import type { ApplicationFailure } from '@temporalio/common';
import { PartLostError } from '../../storage/conversation-files/stored-lines';
import { finalFailure } from '../task/failure';

/** A part that is missing, as a failure that ends the task. @returns any other error unchanged */
export function withoutRetry(error: unknown): unknown {
	return error instanceof PartLostError ? partLost(error) : error;
}

function partLost({ message }: PartLostError): ApplicationFailure {
	const detail = `${message} Blobs of exports expire after blobs.keepExportsHours, and all workers must share one blob store (blobs.directory or blobs.s3). Check that no other program writes to it, then start the task again.`;
	return finalFailure({
		type: 'export_expired',
		title: 'Conversations that the export had read are missing',
		status: 410,
		detail,
	});
}
