import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import {
	type CallFault,
	causeOf,
	CONNECTION_INCIDENT,
	connectionIncidentId,
	NOTE_CALLS,
	type NotedCalls,
	REMOVED,
} from '../../workflows/connection-incident/incident';
import type { connectionIncident } from '../../workflows/connection-incident/workflow';
import type { Timing } from '../../workflows/task/timing';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { searchAttributes } from '../../workflows/task/visibility';

/** At most one signal for each state of a connection within this time, in milliseconds. */
const SIGNAL_EVERY_MS = 15_000;
/** Calls that still fail are noted again, in case the incident has ended meanwhile. Milliseconds. */
const REPEAT_EVERY_MS = 5 * 60_000;

/** Notes in Temporal how the calls of a connection go. */
export type NoteCalls = (connection: string, calls: NotedCalls) => Promise<void>;

interface Known {
	/** What was noted last; null: nothing. */
	fails: boolean | null;
	/** When each state was noted last, in milliseconds since 1970. */
	notedAt: { works: number; fails: number };
	isNoting: boolean;
}

/**
 * Watches the responses of all connections in this process. It notes when calls of one begin to fail, and when they work
 * again. Whether that lasts, and whom to tell, is for the incident to decide, which all workers share.
 */
export class CallFaults {
	readonly #known = new Map<string, Known>();

	/** @param onLost called if a state could not be noted. The next response repeats it. */
	constructor(
		private readonly noteCalls: NoteCalls,
		private readonly onLost: (connection: string, error: unknown) => void,
	) {}

	/** @param status null: there was no response */
	answered(connection: string, status: number | null): void {
		const cause = causeOf(status);
		this.#goes(connection, cause === null ? null : faultOf(cause, status));
	}

	/** A call was not sent, because the configuration no longer has its connection. */
	removed(connection: string): void {
		this.#goes(connection, REMOVED);
	}

	#goes(connection: string, fault: CallFault | null): void {
		const known = this.#known.get(connection);
		// Most connections never fail, and cost nothing.
		if (fault === null && (known?.fails ?? null) !== true) return;
		const of = known ?? { fails: null, notedAt: { works: 0, fails: 0 }, isNoting: false };
		this.#known.set(connection, of);
		const fails = fault !== null;
		const now = Date.now();
		const state = fails ? 'fails' : 'works';
		const pauseMs = of.fails === fails ? REPEAT_EVERY_MS : SIGNAL_EVERY_MS;
		if (of.isNoting || now - of.notedAt[state] < pauseMs) return;
		of.isNoting = true;
		void this.#note(connection, of, { at: now, fault });
	}

	async #note(connection: string, of: Known, calls: NotedCalls): Promise<void> {
		const fails = calls.fault !== null;
		try {
			await this.noteCalls(connection, calls);
			of.fails = fails;
			of.notedAt[fails ? 'fails' : 'works'] = calls.at;
		} catch (error) {
			this.onLost(connection, error);
		} finally {
			of.isNoting = false;
		}
	}
}

/** A probe soon says it in the words of the service. */
function faultOf(cause: CallFault['cause'], status: number | null): CallFault {
	return { cause, reason: status === null ? 'The service did not respond.' : `The service answered ${status}.` };
}

/** By a signal to the incident of the connection, which it starts. @param timing what that waits. Default: `TIMING` */
export function noteInTemporal(client: Client, timing?: Partial<Timing>): NoteCalls {
	return async (connection, calls) => {
		const workflowId = connectionIncidentId(connection);
		if (calls.fault === null) {
			await signalIfOpen(client, workflowId, calls);
			return;
		}
		await client.workflow.signalWithStart<typeof connectionIncident, [NotedCalls]>(CONNECTION_INCIDENT, {
			workflowId,
			taskQueue: INTERNAL_QUEUE,
			args: timing === undefined ? [connection, calls] : [connection, calls, undefined, timing],
			signal: NOTE_CALLS,
			signalArgs: [calls],
			typedSearchAttributes: [{ key: searchAttributes.connection, value: connection }],
		});
	};
}

/** Calls that work need no incident. */
async function signalIfOpen(client: Client, workflowId: string, calls: NotedCalls): Promise<void> {
	try {
		await client.workflow.getHandle(workflowId).signal<[NotedCalls]>(NOTE_CALLS, calls);
	} catch (error) {
		if (!(error instanceof WorkflowNotFoundError)) throw error;
	}
}
