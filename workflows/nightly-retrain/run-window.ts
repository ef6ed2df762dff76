import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { stopIfAsked } from '../task/stop-if-asked';
import type { NightlyTask } from './nightly-task';
import { retrainAgent } from './retrain-agent';
import { progressOf } from './result';

/** Retrains all agents, so many at once: where one ends, the next begins. One that fails stops nobody. */
export async function retrainAll(task: NightlyTask, agentIds: readonly string[]): Promise<void> {
	const { state, input } = task;
	const running = new Set<Promise<void>>();
	enterStage(state.progress, 'training');
	reportProgress(state.progress, progressOf(task));
	for (;;) {
		while (running.size < input.atOnce && mayBegin()) {
			const agentId = agentIds[state.begun];
			if (agentId === undefined) break;
			state.begun += 1;
			const ending = retrainAgent(task, agentId).then((row) => {
				state.rows.push(row);
				running.delete(ending);
			});
			running.add(ending);
		}
		if (running.size === 0) break;
		await Promise.race(running);
		if (Date.now() >= reportFrom(state.progress)) reportProgress(state.progress, progressOf(task));
	}
	stopIfAsked();
	if (state.begun < agentIds.length) await task.continueAsNew();
	reportProgress(state.progress, progressOf(task));
}

/** Nothing is begun any more when the task is to stop, or its history is to end: ends of children reach no later one. */
function mayBegin(): boolean {
	return !CancellationScope.current().consideredCancelled && !workflowInfo().continueAsNewSuggested;
}
