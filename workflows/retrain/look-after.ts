import { sleep } from '@temporalio/workflow';
import type { StartAnswer, TrainingSnapshot } from './activities';
import { enterStage, reportProgress } from '../task/progress';
import { LONGEST_WAIT_MS, PAUSE_MS, SETTLE_LOOKS } from '../task/write-once';
import { conflictWithoutRun, needsPerson } from './failures';
import { isOther, look } from './look';
import type { RetrainTask } from './retrain-task';

const CONFLICTS_BELIEVED = 5;

type Refused = Exclude<StartAnswer, { outcome: 'accepted' }>;

/** What the training status shows after a request that was not simply accepted. */
export async function lookAfter(task: RetrainTask, answer: Refused): Promise<TrainingSnapshot> {
	switch (answer.outcome) {
		case 'not-sent':
			// It goes through the queue again as a look, whose own retries cost no events while the service is away.
			await sleep(Math.min(answer.retryAfterMs ?? PAUSE_MS, LONGEST_WAIT_MS));
			await task.continueAsNewIfSuggested();
			return look(task);
		case 'conflict':
			return lookAtConflict(task, answer);
		case 'ambiguous':
			return settle(task, answer);
	}
}

/** A 409: somebody's run is active, or was a moment ago. */
async function lookAtConflict(task: RetrainTask, { error }: Refused): Promise<TrainingSnapshot> {
	task.state.conflicts += 1;
	if (task.state.conflicts > CONFLICTS_BELIEVED) throw conflictWithoutRun(task, error);
	if (task.state.conflicts > 1) await sleep(PAUSE_MS);
	return look(task);
}

/** A lost answer: it is given time to show its effect, twice, before the one repetition that is allowed. */
async function settle(task: RetrainTask, { error }: Refused): Promise<TrainingSnapshot> {
	const { state } = task;
	state.lost += 1;
	state.audit.ambiguous = true;
	enterStage(state.progress, 'settling');
	reportProgress(state.progress, {
		message: `The answer to the request for a run was lost (${error.title}). Looking whether it came through.`,
	});
	for (let looks = 1; ; looks += 1) {
		await sleep(task.settleMs);
		const now = await look(task);
		if (state.lost > 1 && looks === SETTLE_LOOKS) throw needsPerson(task, now, error);
		if (state.lost === 1 && (isOther(now, state.before) || looks === SETTLE_LOOKS)) return now;
	}
}
