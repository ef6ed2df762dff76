import { listSchedules, listTasks, readTask } from '../api/client';
import { GatewayError } from '../api/gateway-error';
import type { Schedule, TaskItem } from '../api/types';

export interface ScheduleWithRun {
	schedule: Schedule;
	/** The newest run. Null: none yet, or the gateway no longer keeps it. */
	lastRun: TaskItem | null;
}

/** A part of the list, by name. */
export interface SchedulePart {
	schedules: ScheduleWithRun[];
	/** How many match the search. */
	matching: number;
}

/** Runs that have ended, by id. They do not change. Null: no longer kept. */
const ended = new Map<string, TaskItem | null>();

/**
 * Reads the list, and the last runs of the shown part alone: with hundreds of schedules, they would be hundreds of
 * requests.
 * @param search a part of a name, a type, a connection or a note. Empty: all
 * @param from the position of the first one to show
 * @param count how many to show
 */
export async function readSchedules(search: string, from: number, count: number): Promise<SchedulePart> {
	const matching = await listSchedules(search);
	const shown = await withInputs(matching.slice(from, from + count));
	const listed = await readRuns(shown.flatMap((schedule) => lastIdOf(schedule) ?? []));
	return {
		schedules: await Promise.all(
			shown.map(async (schedule) => ({ schedule, lastRun: await lastRunOf(schedule, listed) })),
		),
		matching: matching.length,
	};
}

interface KnownInput {
	input: Schedule['input'];
	finishBy: Schedule['finishBy'];
	warnMinutes: Schedule['warnMinutes'];
	/** Milliseconds since 1970. Temporal lists no inputs, so each one is a read at the server. */
	until: number;
}

const INPUT_KNOWN_MS = 60_000;
const inputs = new Map<string, KnownInput>();

/** Reads an input again that somebody has just saved. */
export function forgetInput(id: string): void {
	inputs.delete(id);
}

/** With their inputs, which are read by one request and rarely. */
async function withInputs(schedules: readonly Schedule[]): Promise<Schedule[]> {
	const now = Date.now();
	const unknown = schedules.filter(({ id }) => (inputs.get(id)?.until ?? 0) < now).map(({ id }) => id);
	if (unknown.length > 0)
		for (const { id, input, finishBy, warnMinutes } of await listSchedules('', unknown))
			if (unknown.includes(id)) inputs.set(id, { input, finishBy, warnMinutes, until: now + INPUT_KNOWN_MS });
	return schedules.map((schedule) => {
		const { input, finishBy, warnMinutes } = inputs.get(schedule.id) ?? {};
		return input === undefined ? schedule : { ...schedule, input, finishBy, warnMinutes };
	});
}

function lastIdOf({ recent }: Schedule): string | undefined {
	return recent.at(-1)?.taskId;
}

/** Several runs by one request instead of one each. */
async function readRuns(ids: readonly string[]): Promise<ReadonlyMap<string, TaskItem>> {
	const open = ids.filter((id) => !ended.has(id));
	if (open.length === 0) return new Map();
	const { items } = await listTasks({ id: open, limit: String(open.length) });
	for (const task of items) if (task.status !== 'running') ended.set(task.id, task);
	return new Map(items.map((task) => [task.id, task]));
}

async function lastRunOf(schedule: Schedule, listed: ReadonlyMap<string, TaskItem>): Promise<TaskItem | null> {
	const id = lastIdOf(schedule);
	if (id === undefined) return null;
	const known = ended.get(id) ?? listed.get(id);
	if (known !== undefined || ended.has(id)) return known ?? null;
	return readRun(id);
}

/** A run that the list lacks: it has just begun, or it ended so long ago that it is no longer kept. */
async function readRun(id: string): Promise<TaskItem | null> {
	try {
		return await readTask(id);
	} catch (error) {
		if (!(error instanceof GatewayError) || error.status !== 404) throw error;
		ended.set(id, null);
		return null;
	}
}
