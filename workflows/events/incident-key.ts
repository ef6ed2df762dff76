import type { EventData, SyncBlocked, TaskEvent } from '../task/event';
import { isPlain, textId } from '../task/ids';

/** Types of errors that say nothing about the cause: tasks of different types have nothing in common then. */
const GENERAL = ['failed', 'task_failed', 'ended', 'terminated', 'timed_out', 'needs_person', 'slept_through'];

/**
 * What failures of one cause have in common, for ids. The cause is the type of the error and the connection, or what
 * blocks a sync.
 * @returns null for an event that is told alone
 */
export function incidentKeyOf({ type, task, data }: TaskEvent): string | null {
	switch (type) {
		case 'task.failed':
			return failureKey(task, data as EventData['task.failed']);
		case 'sync.blocked':
			return blockageKey(task, data as EventData['sync.blocked']);
		case 'sync.resumed':
			return resumedKeyOf({ task, data });
		default:
			return null;
	}
}

/** What the keys of all failures of a connection begin with. @param connection null: of tasks over many connections */
export function failuresKeyOf(connection: string | null): string {
	return `${keyOf('failed', connection ?? '')}/`;
}

/** The key of the news that a sync moves again, which is over when it stops again. */
export function resumedKeyOf({ task, data }: Pick<TaskEvent, 'task' | 'data'>): string {
	return ['resumed', blockageKey(task, data as EventData['sync.blocked'])].join('/');
}

type Task = TaskEvent['task'];

function failureKey(task: Task, { status, error, cause }: EventData['task.failed']): string {
	const kind = cause ?? error?.type ?? status;
	// The end of a completed task has the name of its row in the table of outcomes, which belongs to its type.
	const isGeneral = GENERAL.includes(kind) || (status === 'completed' && cause === undefined);
	return keyOf('failed', task.connection ?? '', ...(isGeneral ? [task.type] : []), kind);
}

function blockageKey(task: Task, { cause, destination }: Pick<SyncBlocked, 'cause' | 'destination'>): string {
	switch (cause) {
		case 'destination':
			return keyOf('blocked', cause, destination);
		case 'service':
			return keyOf('blocked', cause, task.connection ?? '');
		case 'refused_leads':
			return keyOf('blocked', cause, task.id);
	}
}

/** Some types of errors are the service's own words. */
function keyOf(...parts: string[]): string {
	return parts.map((part) => (isPlain(part) ? part : textId(part))).join('/');
}

/** The key of the incident that an event ends; null: it ends none, or one that was told alone. */
export function endedIncidentKeyOf({ type, task, data }: Pick<TaskEvent, 'type' | 'task' | 'data'>): string | null {
	return type === 'sync.resumed' ? blockageKey(task, data as EventData['sync.resumed']) : null;
}
