import { type Client, ScheduleNotFoundError } from '@temporalio/client';
import { type ApiClient, LIMITS, type Window } from '../../../api';
import type { AgentPage, RunSpan, ScheduleCounts } from '../../../workflows/task/activities';
import { matchingTimes } from '../../tasks/schedules/schedule-calls';
import { apiFailure } from './failure';
import { nextOffset, readListPage } from './list-page';

/** One page of the agents that the key can see. @throws a typed failure, see `apiFailure` */
export async function readAgentPage(api: ApiClient, offset: number, signal: AbortSignal): Promise<AgentPage> {
	try {
		const read = (query: Window) => api.call('listAgents', { query, signal });
		const page = await readListPage(read, { limit: LIMITS.pageSize, offset });
		return { agentIds: page.items.map(({ id }) => id), next: nextOffset(offset, page) };
	} catch (error) {
		throw apiFailure(error);
	}
}

/** The server's counters of a schedule: only the server knows which runs it skipped. */
export async function countScheduleTimes(client: Client, scheduleId: string, span: RunSpan): Promise<ScheduleCounts> {
	try {
		const { info } = await client.schedule.getHandle(scheduleId).describe();
		const { numActionsMissedCatchupWindow: missed, numActionsSkippedOverlap: skipped } = info;
		if (missed === 0) return { missed, skipped };
		const [from, to] = [span.since === null ? info.createdAt : new Date(span.since), new Date(span.dueAt)];
		const started = new Set(info.recentActions.map(({ scheduledAt }) => scheduledAt.getTime()));
		const times = await matchingTimes(client, scheduleId, { from, to });
		const withoutRun = times.filter((time) => time < to && !started.has(time.getTime())).length;
		return { missed, skipped, withoutRun };
	} catch (error) {
		// Someone deleted it after it had started the run.
		if (error instanceof ScheduleNotFoundError) return { missed: 0, skipped: 0 };
		throw error;
	}
}
