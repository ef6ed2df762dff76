import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { z } from 'zod';
import { type SyncedAgent, syncedAgentSchema } from '../../workflows/lead-sync/contract';
import type { TaskProgress } from '../../workflows/task/visibility';
import { pendingPages, pendingProgress } from './task-progress';
import type { TaskView } from './task-view';

/** How an agent of a running sync stands now. */
export interface AgentNow extends SyncedAgent {
	/** When the sync looks for new leads of it again, ISO 8601 UTC. Missing while it reads or hands out leads. */
	nextAt?: string;
	/** What blocks its leads now. */
	problem?: NonNullable<TaskProgress['problem']>;
}

const rowsSchema = z.array(syncedAgentSchema);

/** In milliseconds. Whoever reads a task waits for it. */
const WITHIN_MS = 3_000;

/** The agents of a running sync, in the order in which it came to know them. @throws if no worker answers in time */
export async function readSyncedAgents(client: Client, info: WorkflowExecutionDescription): Promise<AgentNow[]> {
	const handle = client.workflow.getHandle(info.workflowId);
	const rows = client.withDeadline(Date.now() + WITHIN_MS, () => handle.query<unknown>('synced-agents'));
	const [known, pages] = await Promise.all([rows, pendingPages(client, info)]);
	return rowsSchema.parse(known).map((row) => {
		const page = pages.get(row.agentId);
		const completeUntil = later(row.completeUntil, page?.upToDateAt ?? null);
		const isRead = row.state === 'first_read' && row.completeUntil === null && completeUntil !== null;
		return {
			...row,
			completeUntil,
			state: isRead ? 'up_to_date' : row.state,
			...(page?.nextAt === undefined ? {} : { nextAt: page.nextAt }),
			...(page?.problem === undefined ? {} : { problem: page.problem }),
		};
	});
}

/** The progress of a running task now: what it reported last, and what its calls say. */
export async function currentProgress(
	client: Client,
	info: WorkflowExecutionDescription,
	{ type, progress: reported }: Pick<TaskView, 'type' | 'progress'>,
): Promise<TaskProgress | null> {
	if (type !== 'lead-sync' || reported?.agents === undefined) return pendingProgress(client, info, reported);
	return agentsProgress(client, info, reported);
}

/**
 * The progress of a sync of several agents: what it reported last, and how its agents stand now. The slowest agent says
 * how far the sync is.
 */
async function agentsProgress(
	client: Client,
	info: WorkflowExecutionDescription,
	reported: TaskProgress,
): Promise<TaskProgress> {
	const agents = await readSyncedAgents(client, info).catch(() => null);
	if (agents === null) return reported;
	const active = agents.filter(({ state }) => !RESTING.has(state));
	const moments = active.map(({ completeUntil }) => completeUntil);
	const { upToDateAt: _before, ...rest } = reported;
	const blocked = active.find(({ problem }) => problem !== undefined);
	const next = active.flatMap(({ nextAt }) => nextAt ?? []).toSorted()[0];
	const oldest = moments.includes(null) ? undefined : moments.flatMap((moment) => moment ?? []).toSorted()[0];
	return {
		...rest,
		...(oldest === undefined ? {} : { upToDateAt: oldest }),
		...(next === undefined ? {} : { nextAt: next }),
		...(blocked?.problem === undefined
			? {}
			: { problem: { ...blocked.problem, detail: `Agent "${blocked.agentId}": ${blocked.problem.detail}` } }),
		at: new Date().toISOString(),
	};
}

const RESTING: ReadonlySet<SyncedAgent['state']> = new Set(['gone', 'other_sync', 'not_wanted']);

function later(one: string | null, other: string | null): string | null {
	if (one === null || other === null) return one ?? other;
	return one > other ? one : other;
}
