import { sleep } from '@temporalio/workflow';
import { enterStage, reportProgress } from '../task/progress';
import { grownPause, LONGEST_WAIT_MS, lookAndSettle, PAUSE_MS } from '../task/write-at-most-once';
import type { StartResponse, TrainingSnapshot } from './activities';
import { isOther, look } from './look';
import { conflictWithoutRun, responseLostAgain } from './outcome';
import type { RetrainTask } from './task';

const CONFLICTS_BELIEVED = 5;
/** How long a task without a deadline repeats its request. */
const REPEAT_FOR_MS = 24 * 3_600_000;

type Refused = Exclude<StartResponse, { outcome: 'accepted' }>;
type Of<Outcome> = Extract<StartResponse, { outcome: Outcome }>;

/** What the training status shows after a request that was not simply accepted. */
export async function lookAfter(task: RetrainTask, answer: Refused): Promise<TrainingSnapshot> {
	switch (answer.outcome) {
		case 'not-sent':
			// The next call is a read, whose retries cost no history events while the service is unavailable.
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
async function lookAtConflict(task: RetrainTask, { error }: Of<'conflict'>): Promise<TrainingSnapshot> {
	const { state } = task;
	state.conflicts += 1;
	if (state.conflicts > CONFLICTS_BELIEVED && !mayRepeat(task)) throw conflictWithoutRun(task, error);
	const pauses = state.conflicts - 1;
	if (pauses > 0) await sleep(task.ifUncertain === 'repeat' ? grownPause(PAUSE_MS, pauses) : PAUSE_MS);
	return look(task);
}

/** Whether the task sends its request again although nothing proves that the last one had no effect. */
export function mayRepeat({ state, deadline, ifUncertain }: RetrainTask): boolean {
	if (ifUncertain !== 'repeat') return false;
	state.uncertainSince ??= Date.now();
	return deadline !== null || Date.now() - state.uncertainSince < REPEAT_FOR_MS;
}

/**
 * After a lost response, waits and checks twice for its effect, before the repeated request. The pauses grow with each
 * lost response.
 * @throws needs_person if the request may not be repeated once more
 */
async function settle(task: RetrainTask, { error, retryAfterMs }: Of<'ambiguous'>): Promise<TrainingSnapshot> {
	const { state } = task;
	const repeats = task.ifUncertain === 'repeat';
	state.lost += 1;
	state.audit.ambiguous = true;
	enterStage(state.progress, 'settling');
	reportProgress(state.progress, {
		message: `The response to the training request was lost (${error.title}). Checking whether a run started.`,
	});
	const pauseMs = repeats ? grownPause(task.settleMs, state.lost) : task.settleMs;
	const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
	if (repeats && askedMs > pauseMs) await sleep(askedMs - pauseMs);
	const tookEffect = (seen: TrainingSnapshot) => isOther(seen, state.before) || (repeats && seen.training);
	const now = await lookAndSettle(
		pauseMs,
		() => look(task),
		(seen) => (repeats || state.lost === 1) && tookEffect(seen),
	);
	if (repeats && tookEffect(now)) return now;
	if (state.lost > 1 && !mayRepeat(task)) throw responseLostAgain(task, now, error);
	if (repeats) await task.continueAsNewIfSuggested();
	return now;
}
