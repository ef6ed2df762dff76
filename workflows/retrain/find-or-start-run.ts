import { isCancellation } from '@temporalio/workflow';
import type { StartAnswer, TrainingSnapshot } from '../ports';
import { enterStage } from '../task/progress';
import { writeOnce } from '../task/write-once';
import { trainingActive } from './failures';
import { lookAfter } from './look-after';
import { isOther, look } from './look';
import type { RetrainTask } from './retrain-task';
import type { Followed } from './state';
import { waitForOtherRun } from './watch-run';

/**
 * Comes back with the run to follow: one that was adopted, or one of our own, which is started at most once
 * (`writeOnce`).
 */
export async function findOrStartRun(task: RetrainTask): Promise<Followed> {
	enterStage(task.state.progress, 'looking');
	let now = await look(task);
	for (;;) {
		const found = await judge(task, now);
		if (found !== null) return { runId: found.runId, adopted: found.adopted, since: Date.now() };
		const answer = await request(task);
		if (answer.outcome === 'accepted') return { runId: null, adopted: false, since: Date.now() };
		now = await lookAfter(task, answer);
	}
}

/** The run to follow, or null when one is to be started. */
async function judge(task: RetrainTask, now: TrainingSnapshot): Promise<Omit<Followed, 'since'> | null> {
	const { state, input } = task;
	const runId = now.run?.id ?? null;
	if (state.audit.ambiguous) {
		// The request whose answer was lost came through. After a 409 it may as well be somebody else's run.
		return isOther(now, state.before) || now.training ? { runId, adopted: state.conflicts > 0 } : null;
	}
	const began = state.conflicts > 0 && isOther(now, state.before);
	if (now.training || began) {
		if (input.ifActive === 'adopt') return { runId, adopted: true };
		if (input.ifActive === 'fail') throw trainingActive(task, now);
		if (now.training) now = await waitForOtherRun(task, now);
		state.conflicts = 0;
	}
	state.before = now.run?.id ?? null;
	return null;
}

/** One request, whose answer may be lost with the worker that made it. */
async function request(task: RetrainTask): Promise<StartAnswer> {
	enterStage(task.state.progress, 'starting');
	task.state.audit.postAttempts += 1;
	try {
		return await writeOnce(() => task.write.requestTraining(task.input.agentId), 'asked for a run');
	} catch (error) {
		// It never began.
		if (isCancellation(error)) task.state.audit.postAttempts -= 1;
		throw error;
	}
}
