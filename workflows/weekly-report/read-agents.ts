import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { throwIfCancelled } from '../task/continue-as-new';
import { reportFrom, reportProgress } from '../task/progress';
import type { Weeks } from './activities';
import { readAgent } from './read-agent';
import type { WeeklyReportTask } from './task';

/** Agents at the same time, so that the connection's queue does not run dry. Each has one call in it. */
const AGENTS_AT_ONCE = 4;

/** Reads all agents. Continues as new in between where the history gets long. */
export async function readAgents(task: WeeklyReportTask, agentIds: readonly string[], weeks: Weeks): Promise<void> {
	const { state } = task;
	const read = new Set(state.sections.map(({ agentId }) => agentId));
	const left = agentIds.filter((agentId) => !read.has(agentId));
	let failure: { error: unknown } | null = null;
	const running = new Set<Promise<void>>();
	const begin = (agentId: string) => {
		const reading = readAgent(task, agentId, weeks)
			.then((section) => {
				state.sections.push(section);
			})
			.catch((error: unknown) => {
				failure ??= { error };
			})
			.finally(() => {
				running.delete(reading);
			});
		running.add(reading);
	};
	const mayBegin = () =>
		failure === null && !CancellationScope.current().consideredCancelled && !workflowInfo().continueAsNewSuggested;
	for (;;) {
		while (running.size < AGENTS_AT_ONCE && mayBegin()) {
			const agentId = left.shift();
			if (agentId === undefined) break;
			begin(agentId);
		}
		if (running.size === 0) break;
		await Promise.race(running);
		if (Date.now() >= reportFrom(state.progress)) report(task, agentIds.length);
	}
	throwFirst(failure);
	throwIfCancelled();
	if (left.length > 0) await task.continueAsNew();
	report(task, agentIds.length);
}

function throwFirst(failure: { error: unknown } | null): void {
	if (failure !== null) throw failure.error;
}

function report({ state }: WeeklyReportTask, total: number): void {
	const done = state.sections.length;
	const failed = state.sections.filter(({ status }) => status !== 'read').length;
	const message = `${done} of ${total} agents read.`;
	reportProgress(state.progress, { message, itemsDone: done, itemsTotal: total, itemsFailed: failed });
}
