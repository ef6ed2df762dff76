import { scheduleOfRun } from '../../../workflows/task/ids';
import type { TaskListItem } from '../../gateway/schemas';
import { SYNC_TYPES } from '../../tasks/definitions';
import type { GatewayClient } from '../gateway-client';
import { everyTask } from './every-task';

type Job = Pick<TaskListItem, 'id' | 'type' | 'connection' | 'agentId'>;

/**
 * What repeats of the same work have in common: the schedule, or the type, connection and agent. A task of several agents
 * that no schedule started is work of its own, whose input nobody compares. So is a sync, as its id stays the same.
 */
export function jobOf({ id, type, connection, agentId }: Job): string {
	const schedule = scheduleOfRun(id);
	if (schedule !== null) return JSON.stringify([schedule]);
	return SYNC_TYPES.includes(type) || agentId === null ? id : JSON.stringify([type, connection, agentId]);
}

export interface Sorted {
	newest: TaskListItem[];
	/** For the same work, a newer task has started since, whatever came of it. */
	older: TaskListItem[];
}

/** Sets those failed tasks apart whose work has been repeated since: the newest repeat tells whether it has to be done. */
export async function withoutOlder(client: GatewayClient, failed: readonly TaskListItem[]): Promise<Sorted> {
	const latest = new Map<string, TaskListItem>();
	for (const task of failed) {
		const other = latest.get(jobOf(task));
		if (other === undefined || other.startedAt < task.startedAt) latest.set(jobOf(task), task);
	}
	const sorted: Sorted = { newest: [], older: [] };
	for (const task of failed) {
		const isNewest = latest.get(jobOf(task)) === task && !(await isRepeated(client, task));
		sorted[isNewest ? 'newest' : 'older'].push(task);
	}
	return sorted;
}

/** Whether the same work was started since. What a person cancelled does not count. */
async function isRepeated(client: GatewayClient, task: TaskListItem): Promise<boolean> {
	const { type, connection, agentId, startedAt } = task;
	const since = everyTask(client, { type, connection, agentId: agentId ?? undefined, startedFrom: startedAt });
	for await (const other of since)
		if (other.startedAt > startedAt && other.status !== 'cancelled' && jobOf(other) === jobOf(task)) return true;
	return false;
}
