import {
	endOf,
	shownEnd,
	shownProgress,
	type StartedChecked,
	syncLagSeconds,
	type TaskView,
	waitsForPerson,
} from '../../tasks';
import { waitedWithin } from '../../tasks/executions';
import { type Reach, reachedConnections } from '../plugins/reach';
import type { TaskStarted, TaskWithLinks } from '../schemas';

/** The connections of the configuration. */
export interface KnownConnections {
	has(name: string): boolean;
}

/** The task as the API returns it, with its path. @param reach whose flows the caller is told of */
export function presentTask(task: TaskView, connections: KnownConnections, reach: Reach): TaskWithLinks {
	const lagSeconds = syncLagSeconds(task, Date.now());
	const progress = shownProgress(task);
	const { outcome, succeeded, reason } = endOf(task) ?? { outcome: null, succeeded: null, reason: null };
	const { ending: _ending, waitedBy, ...shown } = task;
	const execution = waitedWithin(reachedConnections(reach), waitedBy).at(-1) ?? null;
	return {
		...shown,
		outcome,
		succeeded,
		reason,
		ended: shownEnd(task),
		takenOver: task.takenOver ?? null,
		leftToNextRun: task.leftToNextRun === true,
		execution: execution && { id: execution.id, flow: execution.flow, url: execution.url },
		progress: progress && { ...progress, ...(lagSeconds === null ? {} : { lagSeconds }) },
		result: task.result === null ? null : { ...task.result },
		waitsForPerson: waitsForPerson(task),
		connectionMissing: task.status === 'running' && task.connection !== '' && !connections.has(task.connection),
		links: linksOf(task.id),
	};
}

/** A task of a list, which has a reason only if it was read. */
export function presentListed(task: TaskView, connections: KnownConnections, reach: Reach): TaskWithLinks {
	return { ...presentTask(task, connections, reach), reason: task.reason ?? null };
}

/** The response to a start. */
export function presentStarted({ id, type, status, warnings }: StartedChecked): TaskStarted {
	return { id, type, status, links: linksOf(id), ...(warnings === undefined ? {} : { warnings }) };
}

/** Ids of scheduled tasks contain a colon, which needs no escape in a path. */
function linksOf(id: string): { self: string } {
	return { self: `/v1/tasks/${encodeURIComponent(id).replaceAll('%3A', ':')}` };
}
