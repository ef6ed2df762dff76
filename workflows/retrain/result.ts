import type { TrainingRun } from '../../api';
import type { WatchReport } from '../ports';
import type { RetrainResult } from './contract';
import { cannotChat, notVisible, runGone, runReplaced, trainingFailed } from './failures';
import type { RetrainTask } from './retrain-task';
import type { Followed } from './state';

/**
 * The result of a run that was followed to where the task wanted it.
 * @throws a typed failure when it failed, or when its end was not seen
 */
export function resultOf(task: RetrainTask, followed: Followed, { reason, snapshot }: WatchReport): RetrainResult {
	const { run, canChat } = snapshot;
	if (reason === 'replaced') throw runReplaced(task, followed, snapshot);
	if (reason === 'not-visible') throw notVisible(task, snapshot);
	if (reason === 'gone' || run === null) throw runGone(task, followed);
	if (reason === 'ended' && run.error !== null) throw trainingFailed(task, run, run.error);
	if (reason === 'ended' && task.input.waitUntil === 'canChat' && !canChat) throw cannotChat(task, run);
	return resultWith(task, followed, run, canChat, reason === 'can-chat' ? 'can_chat' : 'finished');
}

function resultWith(
	{ state, input }: RetrainTask,
	{ adopted }: Followed,
	run: TrainingRun,
	canChat: boolean,
	outcome: RetrainResult['outcome'],
): RetrainResult {
	const waitedSeconds = Math.round((Date.now() - state.startedAt) / 1000);
	return { version: 1, agentId: input.agentId, run, outcome, adopted, canChat, waitedSeconds, audit: state.audit };
}
