import { definitions, type TaskDefinition } from './definitions';
import { TASK_TYPES } from '../../workflows/contracts';
import type { TaskStatus } from './task-view';
import type { ListTasks } from './task-service';

/** What each status is in Temporal's visibility; a task's own timeout is a stage, and a cancellation may be one. */
const STATUS: Readonly<Record<TaskStatus, string>> = {
	running: "ExecutionStatus = 'Running'",
	completed: "ExecutionStatus = 'Completed'",
	cancelled: "(ExecutionStatus = 'Canceled' OR (ExecutionStatus = 'Failed' AND AkStage = 'cancelled'))",
	failed:
		"((ExecutionStatus = 'Failed' AND AkStage != 'timed_out' AND AkStage != 'cancelled') OR ExecutionStatus = 'Terminated')",
	timed_out: "(ExecutionStatus = 'TimedOut' OR (ExecutionStatus = 'Failed' AND AkStage = 'timed_out'))",
};

const RUNNING = STATUS.running;
const PERSON_STAGES = TASK_TYPES.flatMap((type) => {
	const { waitingStages = [] }: TaskDefinition = definitions[type];
	return waitingStages.map((stage) => ({ type, stage }));
});
/** Runs, and nothing goes on until a person does something. */
const WAITS = `${RUNNING} AND (${PERSON_STAGES.map(({ type, stage }) => `(AkTask = '${type}' AND AkStage = '${stage}')`).join(' OR ')})`;
const WAITS_NOT = PERSON_STAGES.map(({ type, stage }) => `(AkTask != '${type}' OR AkStage != '${stage}')`).join(
	' AND ',
);

type Wanted = Pick<ListTasks, 'type' | 'status' | 'connection' | 'ended' | 'waitsForPerson'>;

/** The query of a list of tasks. A history that continued as new is not a task of its own. */
export function listQuery({ type, status, connection, ended, waitsForPerson }: Wanted): string {
	return [
		type === undefined ? 'AkTask IS NOT NULL' : `AkTask = '${type}'`,
		status === undefined ? "ExecutionStatus != 'ContinuedAsNew'" : STATUS[status],
		...(connection === undefined ? [] : [`AkConnection = '${connection}'`]),
		...(ended === undefined ? [] : [ended ? "ExecutionStatus != 'Running'" : RUNNING]),
		...(waitsForPerson === undefined ? [] : [waitsForPerson ? WAITS : WAITS_NOT]),
	].join(' AND ');
}
