import type { ConnectionFailing, EventRef } from '../task/event';
import { isPlain, SEPARATOR, textId } from '../task/ids';

/** What an event names as the type of its task if it is about a connection. */
export const CONNECTION = 'connection';

/** The name of the workflow, and of its signal. */
export const CONNECTION_INCIDENT = 'connectionIncident';
export const NOTE_CALLS = 'noteCalls';

export type CallFault = Pick<ConnectionFailing, 'cause' | 'reason'>;

/**
 * Whether a response means that no call of the connection can work. A 403 says that the key lacks one scope, and a 429
 * that it has no calls left this minute.
 * @param status null: there was none
 */
export function causeOf(status: number | null): CallFault['cause'] | null {
	if (status === null) return 'unreachable';
	if (status === 401) return 'key_refused';
	return status >= 500 ? 'server_error' : null;
}

/** The configuration no longer has the connection, so no call of it is sent. */
export const REMOVED: CallFault = {
	cause: 'removed',
	reason: 'The worker has no settings of the connection.',
};

/** How the calls of a connection go in one worker. */
export interface NotedCalls {
	/** Milliseconds since 1970. */
	at: number;
	/** Null: they work. */
	fault: CallFault | null;
}

export type Probe =
	| { outcome: 'works' }
	| { outcome: 'fails'; fault: CallFault }
	/** The configuration no longer has the connection. */
	| { outcome: 'removed' }
	/** The call was not made. */
	| { outcome: 'unknown' }
	/** A worker did not send it, because the service asked for a pause. That is no news. */
	| { outcome: 'paused' };

/** In the memo of the workflow from the moment at which people are told. */
export interface OpenIncident extends ConnectionFailing {
	connection: string;
}

/** Survives continue-as-new. */
export interface IncidentOfConnection {
	/** How the calls went last. */
	fails: boolean;
	/** Since when, by the workflow's clock, in milliseconds since 1970. */
	changedAt: number;
	/** The first failed call since calls worked last, in milliseconds since 1970. */
	failsSince: number;
	fault: CallFault;
	/** What people were told; null: nothing yet. */
	told: { incident: OpenIncident; event: EventRef } | null;
	/** Probes in a row that could not be made. */
	unknown: number;
}

/** One workflow for each connection, whichever worker meets the fault. */
export function connectionIncidentId(connection: string): string {
	return `incident/connection/${idPart(connection)}`;
}

/** The id that events about the connection have in place of a task's. */
export function connectionEventId(connection: string): string {
	return [CONNECTION, idPart(connection)].join(SEPARATOR);
}

function idPart(connection: string): string {
	return isPlain(connection) ? connection : textId(connection);
}
