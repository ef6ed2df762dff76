import type { LookUpActivities, LookUpRefusal } from '../look-up/activities';
import { API_LOOK_UP } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { CONNECTION_BUSY, CONNECTION_PAUSED, CONNECTION_REMOVED } from '../task/failure';
import { causeOf, type Probe } from './incident';

/** A worker that serves the connection makes the call in time. */
const IN_QUEUE = '2 minutes';

/** One cheap read: the first agents of the key. Its place in the queue is that of a person's request. */
export async function probe(connection: string): Promise<Probe> {
	const calls = apiCalls<LookUpActivities>(connection, 'urgent', { ...API_LOOK_UP, scheduleToStartTimeout: IN_QUEUE });
	try {
		const answer = await calls.answerLookUp({ read: 'account' });
		return answer.outcome === 'refused' ? ofRefusal(answer.refusal) : { outcome: 'works' };
	} catch {
		// The worker was lost, or none has taken the call.
		return { outcome: 'unknown' };
	}
}

function ofRefusal({ type, status, title, detail }: LookUpRefusal): Probe {
	if (type === CONNECTION_REMOVED) return { outcome: 'removed' };
	// The probe was not sent, so it says nothing of the fault. A worker serves the connection.
	if (type === CONNECTION_PAUSED) return { outcome: 'paused' };
	if (type === CONNECTION_BUSY) return { outcome: 'unknown' };
	const cause = causeOf(status);
	if (cause === null) return { outcome: 'works' };
	const reason = [title, detail ?? ''].filter((text) => text !== '').join(': ');
	return { outcome: 'fails', fault: { cause, reason } };
}
