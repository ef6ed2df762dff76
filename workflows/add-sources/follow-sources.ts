import { CancellationScope, ContinueAsNew, sleep } from '@temporalio/workflow';
import { enterStage, reportFrom } from '../task/progress';
import type { SourceEnd } from './activities';
import type { SourceRow } from './contract';
import { lookForNew } from './find-sources';
import type { AddSourcesTask } from './task';

/** Follows all that was added until the service has read it, page by page of the agent's list. */
export async function followAll(task: AddSourcesTask): Promise<void> {
	enterStage(task.progress, 'indexing');
	const since = Date.now();
	for (let offset: number | null = 0; ;) {
		const sourceIds = pending(task).flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]));
		if (sourceIds.length === 0) return;
		if (offset === null) {
			await askForEach(task, sourceIds);
			offset = 0;
			continue;
		}
		const { agentId } = task.input;
		const watch = { agentId, sourceIds, offset, reportFrom: reportFrom(task.progress), since };
		const { ended, waiting, next } = await task.looks.watchSources(watch);
		apply(task, ended);
		task.report();
		if (waiting === 0) offset = next;
		await task.continueAsNewIfSuggested();
	}
}

/** They were on no page: somebody deleted them, or the list changed while it was read. */
async function askForEach(task: AddSourcesTask, sourceIds: readonly number[]): Promise<void> {
	for (const sourceId of sourceIds) {
		const end = await task.read.readSourceEnd(task.input.agentId, sourceId);
		if (end !== null) apply(task, [end]);
	}
	await sleep(task.timing.pauseMs);
}

function pending({ state }: AddSourcesTask): SourceRow[] {
	return state.rows.filter(({ status }) => status === 'processing');
}

function apply(task: AddSourcesTask, ends: readonly SourceEnd[]): void {
	for (const { sourceId, status, reason } of ends) {
		const row = task.state.rows.find((each) => each.sourceId === sourceId);
		if (row === undefined) continue;
		row.status = status;
		if (status === 'failed') {
			row.error = {
				type: 'source_failed',
				title: 'The service could not read the source',
				detail: reason ?? 'The service gave no reason.',
			};
		}
	}
}

/**
 * Runs `body`, then checks every request with a lost response once more: it may have taken effect after all earlier
 * checks. A stopped or failed task checks too, if the service responds soon. A row that could not be checked says so.
 */
export async function withAudit(task: AddSourcesTask, body: () => Promise<void>): Promise<void> {
	try {
		await body();
	} catch (error) {
		if (!(error instanceof ContinueAsNew)) await CancellationScope.nonCancellable(() => lastLook(task));
		throw error;
	}
	await auditLost(task);
}

async function lastLook(task: AddSourcesTask): Promise<void> {
	const lost = lostOf(task);
	if (lost.length === 0) return;
	for (const [, row] of lost) row.audit.audited = false;
	try {
		await CancellationScope.withTimeout(task.timing.lastLookMs, () => auditLost(task));
	} catch {
		// The service is unavailable, or the key can no longer read: the rows say that nothing was checked.
	}
}

async function auditLost(task: AddSourcesTask): Promise<void> {
	for (const [index, row] of lostOf(task)) {
		const found = await lookForNew(task, index, row);
		row.audit.duplicates = [...new Set([...row.audit.duplicates, ...found])];
		row.audit.audited = true;
	}
}

function lostOf({ state }: AddSourcesTask): Array<[index: number, row: SourceRow]> {
	return [...state.rows.entries()].filter(([, { audit }]) => audit.ambiguous);
}
