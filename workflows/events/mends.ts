import { causeOf } from '../connection-incident/incident';
import type { EventData, TaskEvent } from '../task/event';
import { CONNECTION_REMOVED } from '../task/failure';
import { scheduleOfRun } from '../task/ids';
import { endedIncidentKeyOf, failuresKeyOf, resumedKeyOf } from './incident-key';

/** What of an event says which failures are over. */
export type Mending = Pick<TaskEvent, 'type' | 'task' | 'data' | 'mends'>;

/** A failure that people were told of, or will be, until it is over. */
export interface OpenFailure {
	taskId: string;
	taskType: string;
	agentId: string | null;
	/** Its error says that it has another cause than the connection. Absent: nothing says so. */
	hasOtherCause?: true;
}

export function openFailureOf({ type, task: { id: taskId, type: taskType, agentId }, data }: TaskEvent): OpenFailure {
	const failure = { taskId, taskType, agentId };
	const isOther = type === 'task.failed' && hasOtherCause(data as EventData['task.failed']);
	return isOther ? { ...failure, hasOtherCause: true } : failure;
}

/** The error of a completed task only counts its items, and one that timed out may have waited for the connection. */
function hasOtherCause({ status, error }: EventData['task.failed']): boolean {
	return status === 'failed' && error !== null && error.type !== CONNECTION_REMOVED && causeOf(error.status) === null;
}

/** Whether an event can end what has this key (`incidentKeyOf`). */
export function concernsCause(key: string, event: Mending): boolean {
	switch (event.type) {
		case 'sync.resumed':
			return key === endedIncidentKeyOf(event);
		case 'sync.blocked':
			return key === resumedKeyOf(event);
		default:
			return key.startsWith(failuresKeyOf(event.task.connection));
	}
}

/** Whether a failure of such a cause is over by an event. */
export function isMended(failed: OpenFailure, { type, task, mends }: Mending): boolean {
	const { taskId, taskType, agentId, hasOtherCause: isOther = false } = failed;
	if (mends === undefined) return false;
	if (mends.includes(taskId)) return true;
	switch (type) {
		case 'connection.recovered':
			return !isOther;
		case 'schedule.recovered': {
			// Whatever its earlier runs failed with.
			const schedule = scheduleOfRun(taskId);
			return schedule !== null && mends.some((each) => scheduleOfRun(each) === schedule);
		}
		case 'task.completed':
			// Of a retrain, which leaves nothing of the earlier ones of its agent undone.
			return mends.length === 0 && agentId !== null && taskType === task.type && agentId === task.agentId;
		default:
			return false;
	}
}
