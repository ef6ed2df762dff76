import { API_LOOK_UP } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import type { LookUpActivities, LookUpResult, LookUpQuestion } from './activities';

/**
 * One read for the gateway. It uses the connection's queue, so the key's rate limit covers tasks and look-ups together.
 * It is not a task: without search attributes it is in no list of tasks.
 */
export async function lookUp(connection: string, question: LookUpQuestion): Promise<LookUpResult> {
	const calls = apiCalls<LookUpActivities>(connection, 'urgent', API_LOOK_UP);
	return calls.answerLookUp(question);
}
