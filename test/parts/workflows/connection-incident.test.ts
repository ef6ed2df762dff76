import {
	CONNECTION_INCIDENT,
	connectionIncidentId,
	NOTE_CALLS,
	type NotedCalls,
} from '../../../workflows/connection-incident/incident';
import type { connectionIncident } from '../../../workflows/connection-incident/workflow';
import type { LookUpResult } from '../../../workflows/look-up/activities';
import type { TaskEvent } from '../../../workflows/task/event';
import { TIMING } from '../../../workflows/task/timing';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { eventually } from '../../support/time/eventually';
import { ScriptedService } from './scripted-service';
import { noteEvents, untilTold, useTimeSkipping } from './use-time-skipping';

const { holdMs } = TIMING;

const MINUTE_MS = 60_000;
const IN_TURN_MS = 20_000;
const works: LookUpResult = { outcome: 'account', account: { agents: null, limit: 60 } };
const refusedWith = (status: number | null, type = 'unauthorized'): LookUpResult => ({
	outcome: 'refused',
	refusal: { type, status, title: 'Unauthorized', detail: 'The key was revoked.', retryAfterMs: null },
});

let events: TaskEvent[];
let probes: number;
let answer: LookUpResult;
/** Tasks that run over the connection. */
let tasks: number;
const time = useTimeSkipping(() => {
	[events, probes, answer, tasks] = [[], 0, refusedWith(401), 1];
	const { internal, api } = new ScriptedService();
	return {
		internal: {
			...internal,
			countConnectionWork: () => Promise.resolve({ syncs: 2 * tasks, tasks, schedules: 3 }),
			countTasksFailedSince: () => Promise.resolve(4),
			findSubscribers: noteEvents(events),
		},
		api: {
			...api,
			answerLookUp: () => {
				probes += 1;
				return Promise.resolve(answer);
			},
		},
	};
});

const fault = { cause: 'key_refused', reason: 'The service answered 401.' } as const;

/** What a worker notes. */
async function note(fails: boolean): Promise<void> {
	const { client } = time.environment;
	const calls: NotedCalls = { at: await time.environment.currentTimeMs(), fault: fails ? fault : null };
	await client.workflow.signalWithStart<typeof connectionIncident, [NotedCalls]>(CONNECTION_INCIDENT, {
		workflowId: connectionIncidentId('c'),
		taskQueue: INTERNAL_QUEUE,
		args: ['c', calls],
		signal: NOTE_CALLS,
		signalArgs: [calls],
	});
}

const types = () => events.map(({ type }) => type);
const incident = () => time.environment.client.workflow.getHandle(connectionIncidentId('c'));

async function untilEnded(): Promise<void> {
	await incident().result();
	await time.environment.sleep(1_000);
}

it('a connection that fails for a minute is told once, in the words of the service, and once that it works again', async () => {
	const failsFrom = await time.environment.currentTimeMs();
	await note(true);
	await time.environment.sleep(holdMs + 5_000);
	for (let minute = 0; minute < 10; minute += 1) {
		// Two workers note the same.
		await Promise.all([note(true), note(true)]);
		await time.environment.sleep(MINUTE_MS);
	}
	await untilTold(events, 'connection.failing');
	const [failing] = events;
	expect(Date.parse(failing?.at ?? '')).toBeGreaterThanOrEqual(failsFrom + holdMs);
	expect(failing).toMatchObject({
		task: { id: 'connection~c', type: 'connection', connection: 'c', agentId: null },
		data: {
			cause: 'key_refused',
			reason: 'Unauthorized: The key was revoked.',
			blocks: { syncs: 2, tasks: 1, schedules: 3 },
		},
	});
	await eventually(
		async () => (await incident().describe()).memo,
		(seen) => expect(seen).toMatchObject({ incident: { connection: 'c', cause: 'key_refused' } }),
		'the workflow writes its memo a moment after it began',
	);

	answer = works;
	const worksFrom = await time.environment.currentTimeMs();
	await note(false);
	await untilEnded();
	await untilTold(events, 'connection.failing', 'connection.recovered');
	const [, recovered] = events;
	expect(Date.parse(recovered?.at ?? '')).toBeGreaterThanOrEqual(worksFrom + holdMs);
	expect(recovered?.follows).toEqual({ id: failing?.id, at: failing?.at });
	expect(recovered?.data).toMatchObject({ cause: 'key_refused', failedTasks: 4 });
	expect(Reflect.get(recovered?.data ?? {}, 'failedSeconds')).toBeGreaterThanOrEqual(600);
	await recordHistory(time.environment.client, connectionIncidentId('c'), 'connection-incident.recovered');
});

it('a probe notices that it works again while nothing calls', async () => {
	await note(true);
	await time.environment.sleep(2 * holdMs);
	await untilTold(events, 'connection.failing');
	answer = works;
	await untilEnded();
	await untilTold(events, 'connection.failing', 'connection.recovered');
	expect(probes).toBeLessThan(6);
});

it('what changes every 20 s tells nothing, and ends by itself', async () => {
	for (let round = 0; round < 6; round += 1) {
		await note(true);
		await time.environment.sleep(IN_TURN_MS);
		await note(false);
		await time.environment.sleep(IN_TURN_MS);
	}
	await untilEnded();
	expect(types()).toEqual([]);
});

it('a call that failed alone is nobody’s business: the probe works', async () => {
	answer = works;
	await note(true);
	await untilEnded();
	expect([types(), probes]).toEqual([[], 1]);
});

it('a pause that the service asked for is no news of a connection that fails, however long it lasts', async () => {
	await note(true);
	await time.environment.sleep(2 * holdMs);
	await untilTold(events, 'connection.failing');
	answer = refusedWith(429, 'connection_paused');
	await time.environment.sleep(60 * MINUTE_MS);
	expect(types()).toEqual(['connection.failing']);
	expect(probes).toBeGreaterThan(12);
	expect((await incident().describe()).status.name).toBe('RUNNING');
	answer = works;
	await untilEnded();
	await untilTold(events, 'connection.failing', 'connection.recovered');
});

it('a connection that was told as failing and flaps is told once', async () => {
	await note(true);
	await time.environment.sleep(2 * holdMs);
	await untilTold(events, 'connection.failing');
	answer = works;
	for (let round = 0; round < 4; round += 1) {
		await note(false);
		await time.environment.sleep(IN_TURN_MS);
		await note(true);
		await time.environment.sleep(IN_TURN_MS);
	}
	expect(types()).toEqual(['connection.failing']);
	answer = refusedWith(401);
	await time.environment.sleep(10 * MINUTE_MS);
	expect(types()).toEqual(['connection.failing']);
	answer = works;
	await untilEnded();
	await untilTold(events, 'connection.failing', 'connection.recovered');
});

it('a connection that was removed ends it once nothing runs over it, and is not told as recovered', async () => {
	await note(true);
	await time.environment.sleep(2 * holdMs);
	await untilTold(events, 'connection.failing');
	answer = refusedWith(null, 'connection_removed');
	await time.environment.sleep(10 * MINUTE_MS);
	await eventually(
		async () => (await incident().describe()).memo,
		(seen) => expect(seen).toMatchObject({ incident: { connection: 'c', cause: 'removed' } }),
		'whoever looks at it has to know',
	);
	tasks = 0;
	await untilEnded();
	expect(types()).toEqual(['connection.failing']);
	await recordHistory(time.environment.client, connectionIncidentId('c'), 'connection-incident.removed');
});

it('a connection that was removed under a task is told, and that it is back', async () => {
	answer = refusedWith(null, 'connection_removed');
	await note(true);
	await time.environment.sleep(2 * holdMs);
	await untilTold(events, 'connection.failing');
	expect(events[0]?.data).toMatchObject({ cause: 'removed', blocks: { tasks: 1 } });
	answer = works;
	await untilEnded();
	await untilTold(events, 'connection.failing', 'connection.recovered');
});

it('a service that does not respond, and one with errors of its own, are told apart', async () => {
	answer = refusedWith(null, 'network');
	await note(true);
	await time.environment.sleep(2 * holdMs);
	await untilTold(events, 'connection.failing');
	expect(events[0]?.data).toMatchObject({ cause: 'unreachable' });
	answer = refusedWith(503, 'unavailable');
	await time.environment.sleep(10 * MINUTE_MS);
	expect(types()).toEqual(['connection.failing']);
	answer = works;
	await untilEnded();
	await untilTold(events, 'connection.failing', 'connection.recovered');
	expect(events[1]?.data).toMatchObject({ cause: 'unreachable' });
});
