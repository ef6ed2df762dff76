import type { Client } from '@temporalio/client';
import type { CountTasks, FailedTasks } from '../../../workflows/weekly-report/activities';
import { searchAttributes } from '../../../workflows/task/visibility';
import { NEEDS_ATTENTION } from '../../tasks/list-tasks';
import { quoted } from '../../tasks/visibility-text';
import { executionInfoWithoutMemo, listExecutions } from '../../temporal/executions';

/** More failures than anybody acts on one by one. They are in the total. */
const MOST_LISTED = 2_000;

/**
 * Tasks of a connection that failed, or ended in another way that somebody has to look at. In all, a task that another
 * task started counts as that one. By agent, it counts itself.
 */
export async function countFailedTasks(
	client: Client,
	{ connection, weeks }: CountTasks,
	mostListed = MOST_LISTED,
): Promise<FailedTasks> {
	const { before, from, until } = weeks;
	const failed = `AkTask IS NOT NULL AND AkConnection = ${quoted(connection)} AND ${NEEDS_ATTENTION}`;
	const during = (start: string, end: string) => `${failed} AND CloseTime >= '${start}' AND CloseTime < '${end}'`;
	const count = async (start: string, end: string) =>
		(await client.workflow.count(`${during(start, end)} AND ParentWorkflowId IS NULL`)).count;
	const all = { now: await count(from, until), before: await count(before, from) };
	const byAgent: NonNullable<FailedTasks['byAgent']> = {};
	let listed = 0;
	for await (const raw of listExecutions(client, during(before, until))) {
		// Of the rest nobody knows whose they are, so no agent has a number.
		if ((listed += 1) > mostListed) return { all, byAgent: null };
		const { typedSearchAttributes, closeTime } = await executionInfoWithoutMemo(client, raw);
		const agentId = typedSearchAttributes.get(searchAttributes.agent);
		if (agentId === undefined || closeTime === undefined) continue;
		const counts = Object.hasOwn(byAgent, agentId) ? byAgent[agentId] : undefined;
		const { now, before: last } = counts ?? { now: 0, before: 0 };
		const isNow = closeTime.toISOString() >= from;
		byAgent[agentId] = isNow ? { now: now + 1, before: last } : { now, before: last + 1 };
	}
	return { all, byAgent };
}
