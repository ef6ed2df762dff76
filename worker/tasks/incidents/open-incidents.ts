import type { ConnectionWork } from '../../../workflows/task/event';
import type { OpenIncident } from '../../../workflows/connection-incident/incident';
import { definitions } from '../definitions';
import type { TroubledSchedule } from '../overview';
import { shownEnd } from '../task-end';
import type { TaskView } from '../task-view';
import { FAULTS } from './fault-words';
import type { OpenIncidentView, RecoveredView } from './incident-service';

const NOTHING: ConnectionWork = { syncs: 0, tasks: 0, schedules: 0 };

/** @param blocks what the connection blocks now */
export function ofConnection(
	{ connection, cause, reason, since }: OpenIncident,
	blocks: ConnectionWork,
): OpenIncidentView {
	const { sentence, todo } = FAULTS[cause];
	return { kind: 'connection', connection, title: sentence, reason, since, blocks, todo, taskId: null };
}

/**
 * Without the connections of which people were told that they work again: the workflow of an incident publishes this
 * before it ends, and a worker may be gone in between.
 */
export function stillOpen(
	connections: readonly OpenIncidentView[],
	recovered: readonly RecoveredView[],
): OpenIncidentView[] {
	const told = recovered.filter(({ kind }) => kind === 'connection');
	return connections.filter(
		({ connection, since }) => !told.some((one) => one.connection === connection && one.since === since),
	);
}

/** Syncs that the same thing blocks, each in one incident. */
export function ofSyncs(syncs: readonly TaskView[]): OpenIncidentView[] {
	return groups(syncs, (sync) => [sync.connection, destinationOf(sync), causeOf(sync)]).map((group) => {
		const [first] = group;
		const count = group.length;
		return {
			kind: 'sync',
			connection: first.connection,
			title: `${count === 1 ? '1 sync does not move' : `${count} syncs do not move`}: ${destinationOf(first)}`,
			reason: reasonOf(first),
			since: earliest(group.map(stoppedAt)),
			blocks: { ...NOTHING, syncs: count },
			todo: SYNC_TODO[causeOf(first) === 'full' ? 'full' : 'problem'],
			taskId: count === 1 ? first.id : null,
		};
	});
}

const SYNC_TODO = {
	full: 'Look at the refused leads and correct their cause. Then retry or dismiss them, and the sync continues.',
	problem: 'Correct what the reason names. The sync continues by itself when the service and the destination respond.',
};

const TASKS_TODO = {
	again: 'Read the reasons and correct the cause. Then retry those that you still need, all at once if you like.',
	once: 'Read the reasons and correct the cause. These tasks start only once: see what each did, then start new ones.',
};

export function ofSchedule({ schedule, trouble, taskId, dueAt, message }: TroubledSchedule): OpenIncidentView {
	return {
		kind: 'schedule',
		connection: schedule.connection,
		title: `${trouble === 'missed' ? 'Runs were missed' : 'The last run needs a look'}: ${schedule.id}`,
		reason: message,
		since: dueAt,
		blocks: { ...NOTHING, schedules: 1 },
		todo:
			trouble === 'missed'
				? 'Check that a worker runs when the schedule is due. Run the schedule now if it cannot wait.'
				: 'Open the run and correct the cause. Run the schedule now if it cannot wait.',
		taskId,
	};
}

/** Tasks of one connection, type and end. The reason is that of the newest one, so it is read for that one alone. */
export async function ofFailures(
	failed: readonly TaskView[],
	explain: (task: TaskView) => Promise<TaskView>,
): Promise<OpenIncidentView[]> {
	const grouped = groups(failed, (task) => [task.connection, task.type, shownEnd(task)?.outcome ?? '']);
	return Promise.all(
		grouped.map(async (group) => {
			const [newest] = group;
			const count = group.length;
			const { reason, connection, type } = await explain(newest);
			const words = reason ?? '';
			return {
				kind: 'tasks' as const,
				connection,
				title: `${definitions[type].title}: ${count === 1 ? '1 task' : `${count} tasks`}, ${(shownEnd(newest)?.word ?? 'Failed').toLowerCase()}`,
				reason: count === 1 || words === '' ? words : `The newest: ${words}`,
				since: earliest(group.map(({ closedAt, startedAt }) => closedAt ?? startedAt)),
				blocks: { ...NOTHING, tasks: count },
				todo: TASKS_TODO[definitions[type].keyReuse === 'never' ? 'once' : 'again'],
				taskId: count === 1 ? newest.id : null,
				taskType: type,
			};
		}),
	);
}

/** Tasks of one connection and type that wait for a person. */
export function ofWaiting(waiting: readonly TaskView[]): OpenIncidentView[] {
	return groups(waiting, ({ connection, type }) => [connection, type]).map((group) => {
		const [first] = group;
		const count = group.length;
		return {
			kind: 'decision',
			connection: first.connection,
			title: `${definitions[first.type].title}: ${count === 1 ? '1 task waits' : `${count} tasks wait`} for a person`,
			reason: first.progress?.message ?? '',
			since: earliest(group.map(({ startedAt }) => startedAt)),
			blocks: { ...NOTHING, tasks: count },
			todo: 'Open the review and decide.',
			taskId: count === 1 ? first.id : null,
		};
	});
}

type Group = [TaskView, ...TaskView[]];

/** In the order of the first of each. */
function groups(tasks: readonly TaskView[], keyOf: (task: TaskView) => string[]): Group[] {
	const found = new Map<string, Group>();
	for (const task of tasks) {
		const key = JSON.stringify(keyOf(task));
		const group = found.get(key);
		if (group === undefined) found.set(key, [task]);
		else group.push(task);
	}
	return [...found.values()];
}

function destinationOf({ progress, agentId }: TaskView): string {
	return progress?.flow ?? progress?.destination ?? agentId ?? 'all agents';
}

function causeOf({ stage, progress }: TaskView): string {
	return stage === 'full' ? 'full' : (progress?.problem?.type ?? '');
}

function reasonOf({ stage, progress }: TaskView): string {
	const { problem } = progress ?? {};
	if (stage === 'full' || problem === undefined) return progress?.message ?? '';
	return `${problem.title}: ${problem.detail}`;
}

/** When it should have looked for the first time, or until when it has read. */
function stoppedAt({ progress, startedAt }: TaskView): string {
	return progress?.dueAt ?? progress?.upToDateAt ?? startedAt;
}

/** @param times ISO 8601 UTC, at least one */
function earliest(times: readonly string[]): string {
	return times.toSorted()[0] ?? '';
}
