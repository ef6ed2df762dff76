import { activityInfo } from '@temporalio/activity';
import { handOutKey } from '../../storage/blobs';

/** Every attempt of an activity has the same key, so that a lost one leaves nothing behind. */
export function blobOfActivity(): string {
	const { workflowExecution, activityId } = activityInfo();
	return handOutKey(workflowExecution?.workflowId ?? '', `${workflowExecution?.runId ?? ''}.${activityId}`);
}
