import type { Client } from '@temporalio/client';
import type { ConnectionWork } from '../../../workflows/task/event';
import { SYNC_TYPES } from '../definitions';
import { listEnded, listQuery, NEEDS_ATTENTION, TOP_LEVEL } from '../list-tasks';
import type { ScheduleService } from '../schedules';
import type { TakeOvers } from '../take-overs';
import { quoted } from '../visibility-text';

const SYNCS = SYNC_TYPES.map(quoted).join(', ');

/** What runs over a connection, and its schedules that are not paused. */
export async function connectionWork(
	client: Client,
	schedules: Pick<ScheduleService, 'list'>,
	connection: string,
): Promise<ConnectionWork> {
	const running = `${listQuery({ connection, ended: false })} AND ${TOP_LEVEL}`;
	const [syncs, tasks, all] = await Promise.all([
		client.workflow.count(`${running} AND AkTask IN (${SYNCS})`),
		client.workflow.count(`${running} AND AkTask NOT IN (${SYNCS})`),
		schedules.list(),
	]);
	const own = all.filter((schedule) => schedule.connection === connection && !schedule.paused);
	return { syncs: syncs.count, tasks: tasks.count, schedules: own.length };
}

/** Ended tasks of a connection that somebody has to look at, without those that were done again. @param since ISO 8601 */
export async function failedTasksOf(
	lists: { client: Client; takeOvers: TakeOvers },
	connection: string,
	since: string,
): Promise<number> {
	const ended = `AkTask IS NOT NULL AND AkConnection = ${quoted(connection)} AND ${NEEDS_ATTENTION}`;
	const from = quoted(new Date(since).toISOString());
	const query = `${ended} AND CloseTime >= ${from} AND ${TOP_LEVEL}`;
	return (await listEnded(lists, query, 0)).count;
}
