import type { TaskEvent } from '../task/event';
import { scheduleOfRun } from '../task/ids';
import { endedIncidentKeyOf, failuresKeyOf, resumedKeyOf } from './incident-key';

/** What of an event says which failures are over. */
export type Mending = Pick<TaskEvent, 'type' | 'task' | 'data' | 'mends'>;

/** A failure that people were told of, or will be, until it is over. */
export interface OpenFailure {
	taskId: string;
	taskType: string;
	agentId: string | null;
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
export function isMended({ taskId, taskType, agentId }: OpenFailure, { type, task, mends }: Mending): boolean {
	if (mends === undefined) return false;
	if (mends.includes(taskId)) return true;
	switch (type) {
		case 'connection.recovered':
			return true;
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
