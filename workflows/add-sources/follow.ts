import { sleep } from '@temporalio/workflow';
import type { SourceEnd } from './activities';
import { enterStage, reportFrom } from '../task/progress';
import { PAUSE_MS } from '../task/write-once';
import type { AddSourcesTask } from './add-sources-task';
import type { SourceRow } from './contract';

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
		const { ended, waiting, next } = await task.read.watchSources(watch);
		apply(task, ended);
		task.report();
		if (waiting === 0) offset = next;
		await task.continueAsNewIfSuggested();
	}
}

/** They are in no page any more: somebody deleted them, or the list moved while it was read. */
async function askForEach(task: AddSourcesTask, sourceIds: readonly number[]): Promise<void> {
	for (const sourceId of sourceIds) {
		const end = await task.read.readSourceEnd(task.input.agentId, sourceId);
		if (end !== null) apply(task, [end]);
	}
	await sleep(PAUSE_MS);
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
				title: 'The service could not read it',
				detail: reason ?? 'It gave no reason.',
			};
		}
	}
}
