import { proxyActivities } from '@temporalio/workflow';
import { apiLookUp } from '../task/activity-options';
import type { LookUpActivities, LookUpAnswer, LookUpQuestion } from './activities';

/**
 * One read of the gateway's own. It goes through the connection's queue, so that the key's limit holds for tasks and
 * look-ups together. It is no task: it has no search attributes, and so is in no list of tasks.
 */
export async function lookUp(connection: string, question: LookUpQuestion): Promise<LookUpAnswer> {
	const { answerLookUp } = proxyActivities<LookUpActivities>(apiLookUp(connection));
	return answerLookUp(question);
}
