import { sleep } from '@temporalio/workflow';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { KnowledgeSyncTask } from './task';

/** Sources that one look asks for. */
const LOOKED_FOR = 200;

/** Follows added and changed sources until the service has read them, page by page of the agent's list. */
export async function followSources(task: KnowledgeSyncTask): Promise<void> {
	const { state, input, looks, read } = task;
	const { agentId } = input;
	if (state.following.length > 0) enterStage(task.progress, 'indexing');
	const since = Date.now();
	for (let offset: number | null = 0; state.following.length > 0;) {
		await task.continueAsNewIfSuggested();
		const sourceIds = state.following.slice(0, LOOKED_FOR);
		if (offset === null) {
			// They were on no page: somebody deleted them, or the list changed while it was read.
			for (const id of sourceIds) {
				const end = await read.readSourceEnd(agentId, id);
				if (end !== null) note(task, [end]);
			}
			await sleep(task.timing.pauseMs);
			offset = 0;
			continue;
		}
		const watch = { agentId, sourceIds, offset, reportFrom: reportFrom(task.progress), since };
		const { ended, waiting, next } = await looks.watchSources(watch);
		note(task, ended);
		if (waiting === 0) offset = next;
		report(task);
	}
}

function note({ state }: KnowledgeSyncTask, ended: KnowledgeSyncTask['state']['sources']): void {
	const ids = new Set(ended.map(({ sourceId }) => sourceId));
	state.following = state.following.filter((id) => !ids.has(id));
	// Those that were read need no words.
	state.sources.push(...ended.filter(({ status }) => status !== 'indexed'));
}

function report({ progress, state }: KnowledgeSyncTask): void {
	if (Date.now() < reportFrom(progress)) return;
	reportProgress(progress, { message: `The service still reads ${state.following.length} added or changed sources.` });
}
