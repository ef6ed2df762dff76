import type { TrainingRun } from '../../api';
import type { WatchReport } from './activities';
import type { RetrainResult } from './contract';
import { cannotChat, notVisible, runReplaced, trainingFailed } from './failures';
import type { RetrainTask } from './retrain-task';
import type { Followed } from './state';

/**
 * The result of a run that was followed to where the task wanted it. One that is not active and shows no more, or never
 * showed, is finished: some services show no run once it has ended.
 * @throws a typed failure when it failed, when another run took its place, or when an accepted one never came
 */
export function resultOf(task: RetrainTask, followed: Followed, report: WatchReport): RetrainResult {
	const { reason, snapshot } = report;
	const { run, canChat } = snapshot;
	if (reason === 'replaced') throw runReplaced(task, followed, snapshot);
	if (reason === 'not-visible' && run !== null) throw notVisible(task, snapshot);
	if (reason === 'not-visible' || reason === 'gone') return endNotSeen(task, followed, report);
	if (reason === 'ended' && run !== null && run.error !== null) throw trainingFailed(task, run, run.error);
	if (reason === 'ended' && task.input.waitUntil === 'canChat' && !canChat) throw cannotChat(task, run);
	return resultWith(task, followed, {
		run: run ?? followed.run ?? null,
		canChat,
		outcome: reason === 'can-chat' ? 'can_chat' : 'finished',
		endSeen: run !== null && !snapshot.training,
	});
}

function endNotSeen(task: RetrainTask, followed: Followed, { snapshot }: WatchReport): RetrainResult {
	const { audit } = task.state;
	const { canChat } = snapshot;
	const run = followed.run ?? null;
	const seen =
		run === null
			? 'The run has ended: the service accepted the request, is not training, and shows no run.'
			: `The run has ended: run ${run.id} was seen, the service is not training, and it shows no more.`;
	audit.assumed = [audit.assumed, followed.over === undefined ? seen : null].filter((text) => text !== null).join(' ');
	if (run !== null && run.error !== null) throw trainingFailed(task, run, run.error);
	const wantsChat = task.input.waitUntil === 'canChat';
	if (wantsChat && !canChat) throw cannotChat(task, run);
	return resultWith(task, followed, { run, canChat, outcome: wantsChat ? 'can_chat' : 'finished', endSeen: false });
}

function resultWith(
	{ state, input }: RetrainTask,
	{ adopted }: Followed,
	seen: { run: TrainingRun | null } & Pick<RetrainResult, 'canChat' | 'outcome' | 'endSeen'>,
): RetrainResult {
	const waitedSeconds = Math.round((Date.now() - state.startedAt) / 1000);
	return { version: 1, agentId: input.agentId, ...seen, adopted, waitedSeconds, audit: state.audit };
}
