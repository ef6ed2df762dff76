import {
	allHandlersFinished,
	condition,
	defineSignal,
	patched,
	proxyActivities,
	setHandler,
	upsertMemo,
	workflowInfo,
} from '@temporalio/workflow';
import { continueTaskAsNew } from '../task/continue-as-new';
import { publish, type Publishing } from '../task/emit';
import { type Timing, timingOf } from '../task/timing';
import type { ConnectionIncidentActivities } from './activities';
import {
	type CallFault,
	CONNECTION,
	connectionEventId,
	type IncidentOfConnection,
	NOTE_CALLS,
	type NotedCalls,
	type Probe,
	REMOVED,
} from './incident';
import { probe } from './probe';

export const noteCalls = defineSignal<[NotedCalls]>(NOTE_CALLS);

/** So many probes in a row that no worker made: nobody serves the connection any more. */
const MOST_UNKNOWN = 10;

const { countConnectionWork, countTasksFailedSince } = proxyActivities<ConnectionIncidentActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Follows one connection from the first call that fails until its calls work again. People are told once that they fail
 * and once that they work, each after a minute in which nothing changed, and after a probe that says the same.
 * @param first the fault that began it
 * @param carried state of the previous history
 * @param timing default: `TIMING`
 */
export async function connectionIncident(
	connection: string,
	first: NotedCalls,
	carried?: IncidentOfConnection,
	timing: Partial<Timing> = {},
): Promise<void> {
	const { holdMs, probeEveryMs } = timingOf({ timing });
	const state = carried ?? newIncident(first);
	setHandler(noteCalls, (calls) => {
		note(state, calls);
	});
	for (;;) {
		const { changedAt } = state;
		const isTold = state.told !== null;
		const hasChanged = () => state.changedAt !== changedAt;
		if (state.fails === isTold) {
			// Nothing to tell. A fault that nobody was told of is over after a minute.
			if (!(await condition(hasChanged, isTold ? probeEveryMs : holdMs))) {
				if (!isTold) return;
				if ((await look(connection, state)) === 'over') return;
			}
		} else if (!(await condition(hasChanged, Math.max(1, changedAt + holdMs - Date.now())))) {
			const found = await look(connection, state);
			if (found === 'over') return;
			if (hasChanged()) continue;
			if (found === 'unknown' && isTold) state.changedAt = Date.now();
			else if (isTold) return tellRecovered(connection, state);
			else await tellFailing(connection, state);
		}
		if (workflowInfo().continueAsNewSuggested && allHandlersFinished())
			await continueTaskAsNew(connection, first, state, timing);
	}
}

function newIncident({ at, fault }: NotedCalls): IncidentOfConnection {
	const now = Date.now();
	return {
		fails: fault !== null,
		changedAt: now,
		failsSince: Math.min(at, now),
		fault: fault ?? { cause: 'unreachable', reason: '' },
		told: null,
		unknown: 0,
	};
}

function note(state: IncidentOfConnection, { at, fault }: NotedCalls): void {
	const now = Date.now();
	const fails = fault !== null;
	if (fault !== null) state.fault = fault;
	if (fault?.cause === 'removed') tellRemoved(state);
	if (fails === state.fails) return;
	Object.assign(state, { fails, changedAt: Math.max(now, state.changedAt + 1) });
	if (fails) state.failsSince = Math.min(at, now);
}

/** @returns `over` if nobody serves the connection any more, or if nothing runs over one that was removed */
async function look(connection: string, state: IncidentOfConnection): Promise<'over' | 'known' | 'unknown'> {
	const found = await probe(connection);
	if (found.outcome === 'removed' && !(await blocksWork(connection))) return 'over';
	if (found.outcome === 'paused') {
		state.unknown = 0;
		return 'unknown';
	}
	if (found.outcome === 'unknown') {
		state.unknown += 1;
		return state.unknown >= MOST_UNKNOWN ? 'over' : 'unknown';
	}
	state.unknown = 0;
	note(state, { at: Date.now(), fault: faultFound(found) });
	return 'known';
}

function faultFound(found: Exclude<Probe, { outcome: 'unknown' | 'paused' }>): CallFault | null {
	if (found.outcome === 'works') return null;
	return found.outcome === 'fails' ? found.fault : REMOVED;
}

/** Tasks of a connection that was removed wait for ever, and look as if they ran. */
async function blocksWork(connection: string): Promise<boolean> {
	if (!patched('removed-connection-blocks')) return false;
	const { syncs, tasks } = await countConnectionWork(connection);
	return syncs + tasks > 0;
}

/** Whoever looks at an incident that was told for another reason has to know. */
function tellRemoved({ told, fault }: IncidentOfConnection): void {
	if (told === null || told.incident.cause === fault.cause) return;
	told.incident = { ...told.incident, ...fault };
	upsertMemo({ incident: told.incident });
}

async function tellFailing(connection: string, state: IncidentOfConnection): Promise<void> {
	const blocks = await countConnectionWork(connection);
	const failing = { ...state.fault, since: new Date(state.failsSince).toISOString(), blocks };
	const event = await publish('connection.failing', failing, about(connection, 'failing'));
	const incident = { connection, ...failing };
	state.told = { incident, event };
	upsertMemo({ incident });
}

async function tellRecovered(connection: string, state: IncidentOfConnection): Promise<void> {
	const { told, changedAt } = state;
	if (told === null) return;
	const { cause, reason, since } = told.incident;
	const recovered = {
		cause,
		reason,
		since,
		recoveredAt: new Date(changedAt).toISOString(),
		failedSeconds: Math.max(0, Math.round((changedAt - Date.parse(since)) / 1000)),
		failedTasks: await countTasksFailedSince(connection, since),
	};
	await publish('connection.recovered', recovered, { ...about(connection, 'recovered'), follows: told.event });
}

/** An incident tells each of these once, so its run makes the ids of its events unique. */
function about(connection: string, name: string): Publishing {
	return { task: { id: connectionEventId(connection), type: CONNECTION, connection, agentId: null }, name };
}
