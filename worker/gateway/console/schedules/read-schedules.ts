import { listSchedules, readTask } from '../api/client';
import { GatewayError } from '../api/gateway-error';
import type { Schedule, Task } from '../api/types';

export interface ScheduleWithRun {
	schedule: Schedule;
	/** The newest run. Null: none yet, or the gateway no longer keeps it. */
	lastRun: Task | null;
}

/** Runs that have ended, by id. They do not change. */
const ended = new Map<string, Task>();

export async function readSchedules(): Promise<ScheduleWithRun[]> {
	const schedules = await listSchedules();
	return Promise.all(schedules.map(async (schedule) => ({ schedule, lastRun: await lastRunOf(schedule) })));
}

async function lastRunOf({ recent }: Schedule): Promise<Task | null> {
	const id = recent.at(-1)?.taskId;
	if (id === undefined) return null;
	const known = ended.get(id);
	if (known !== undefined) return known;
	try {
		const task = await readTask(id);
		if (task.status !== 'running') ended.set(id, task);
		return task;
	} catch (error) {
		// It ended so long ago that it is no longer kept.
		if (error instanceof GatewayError && error.status === 404) return null;
		throw error;
	}
}
