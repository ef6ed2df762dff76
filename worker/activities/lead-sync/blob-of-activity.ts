import { activityInfo } from '@temporalio/activity';
import { handOutKey, readingKey } from '../../storage/blobs';

/** Every attempt of an activity has the same key, so that a lost one leaves nothing behind. */
export function blobOfActivity(): string {
	return handOutKey(...namesOfActivity());
}

/** The same, of what its attempts keep for each other. */
export function readingOfActivity(): string {
	return readingKey(...namesOfActivity());
}

function namesOfActivity(): [taskId: string, part: string] {
	const { workflowExecution, activityId } = activityInfo();
	return [workflowExecution?.workflowId ?? '', `${workflowExecution?.runId ?? ''}.${activityId}`];
}
