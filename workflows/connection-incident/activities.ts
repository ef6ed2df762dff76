import type { ConnectionWork } from '../task/event';

/** Reads what tasks a connection has, on the worker's own queue. */
export interface ConnectionIncidentActivities {
	/** What runs over the connection, and its schedules. */
	countConnectionWork(connection: string): Promise<ConnectionWork>;
	/** Ended tasks that somebody has to look at. @param since ISO 8601 */
	countTasksFailedSince(connection: string, since: string): Promise<number>;
}
