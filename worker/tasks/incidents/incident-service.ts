import type { TaskType } from '../../../workflows/contracts';
import type { ConnectionWork } from '../../../workflows/task/event';

/**
 * - `connection`: no call of a connection works.
 * - `sync`: syncs do not move.
 * - `schedule`: the last run of a schedule failed or was missed.
 * - `tasks`: tasks failed within the last 24 hours.
 * - `decision`: tasks wait for a person.
 */
export const INCIDENT_KINDS = ['connection', 'sync', 'schedule', 'tasks', 'decision'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Something that is wrong now. */
export interface OpenIncidentView {
	kind: IncidentKind;
	connection: string;
	/** One line for a person. */
	title: string;
	/** In the words of the service, the destination or the task; empty if there are none. */
	reason: string;
	/** ISO 8601 UTC. */
	since: string;
	/** What it blocks, or what failed. */
	blocks: ConnectionWork;
	/** What a person does about it. */
	todo: string;
	/** The task to look at; null: several, or none. */
	taskId: string | null;
	/** The type of the tasks, if it is about tasks of one type. */
	taskType?: TaskType;
}

/** Something that works again. */
export interface RecoveredView {
	kind: 'connection' | 'sync' | 'schedule';
	/** Null if the event names none. */
	connection: string | null;
	title: string;
	/** ISO 8601 UTC: since when it was wrong, and since when it works. */
	since: string;
	recoveredAt: string;
	taskId: string | null;
}

export interface IncidentsView {
	/** What blocks the most first, and of these the oldest. */
	open: OpenIncidentView[];
	/** Within the last 24 hours, newest first. */
	recovered: RecoveredView[];
}

export interface IncidentService {
	/** @param allowed names of the connections that the caller may see; null: all */
	read(allowed: ReadonlySet<string> | null): Promise<IncidentsView>;
}
