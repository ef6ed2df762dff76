import { CancellationScope, ContinueAsNew } from '@temporalio/workflow';
import type { AddSourcesTask } from './add-sources-task';
import type { SourceRow } from './contract';
import { lookForNew } from './look';

/** So long a task that was stopped may go on to look what its lost requests have left. Milliseconds. */
const LAST_LOOK_MS = 2 * 60_000;

/**
 * Runs `body`, then tells of every request whose answer was lost what appeared by now: it may have taken effect after
 * all looks. A task that was stopped, or failed, looks too, as long as the service answers soon; a row that could not be
 * looked for says so.
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
		await CancellationScope.withTimeout(LAST_LOOK_MS, () => auditLost(task));
	} catch {
		// The service is away, or the key may not read any more: the rows say that nobody looked.
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
