import { isCancellation } from '@temporalio/workflow';
import { enterStage } from '../task/progress';
import { writeAtMostOnce } from '../task/write-at-most-once';
import type { StartResponse, TrainingSnapshot } from './activities';
import { lookAfter, mayRepeat } from './after-request';
import { waitForOtherRun } from './follow-run';
import { isOther, look, showsNothing } from './look';
import { outcomeUnknown, trainingActive } from './outcome';
import type { Followed, RetrainTask } from './task';
import { noteBefore, traceOfRun } from './traces';

type Found = Omit<Followed, 'since'>;
type Outcome = StartResponse['outcome'];

/**
 * Returns the run to follow: an adopted one, or the task's own. Each request is sent at most once (`writeAtMostOnce`), and
 * again only if the checks after it show no run.
 */
export async function findOrStartRun(task: RetrainTask): Promise<Followed> {
	enterStage(task.state.progress, 'looking');
	let now = await look(task);
	for (let last: Outcome | null = null; ;) {
		const found = await judge(task, now, last);
		if (found !== null) return { ...found, since: Date.now() };
		const answer = await request(task);
		if (answer.outcome === 'accepted') return { runId: null, adopted: false, since: Date.now() };
		now = await lookAfter(task, answer);
		last = answer.outcome;
	}
}

/**
 * The run to follow, or null if the task has to start one.
 * @param last outcome of the last request; null before the first
 */
async function judge(task: RetrainTask, now: TrainingSnapshot, last: Outcome | null): Promise<Found | null> {
	return task.state.audit.ambiguous ? judgeLost(task, now, last) : judgeOthers(task, now, last);
}

/** After a lost response: a run that shows is the task's own. After a 409 it may also be somebody else's. */
async function judgeLost(task: RetrainTask, now: TrainingSnapshot, last: Outcome | null): Promise<Found | null> {
	const { before, conflicts } = task.state;
	const adopted = conflicts > 0;
	if (isOther(now, before)) return { runId: now.run?.id ?? null, run: now.run, adopted };
	if (now.training) return { runId: null, adopted };
	return showsNothing(now) ? judgeUnseen(task, now, last) : null;
}

/** While no response was lost: a run that shows is somebody else's. What happens with it is the caller's choice. */
async function judgeOthers(task: RetrainTask, now: TrainingSnapshot, last: Outcome | null): Promise<Found | null> {
	const { state, input } = task;
	const ended = last === 'conflict' ? await endedOther(task, now) : null;
	const began = state.conflicts > 0 && (isOther(now, state.before) || ended !== null);
	if (now.training || began) {
		if (input.ifActive === 'adopt') {
			const over = ended === 'traced' ? { over: now } : {};
			return { runId: now.run?.id ?? null, run: now.run, adopted: true, ...over };
		}
		if (input.ifActive === 'fail') throw trainingActive(task, now);
		if (now.training) now = await waitForOtherRun(task, now);
		// Without a run to be seen, only growing pauses keep the requests apart.
		if (ended !== 'unseen') state.conflicts = 0;
	}
	state.before = now.run?.id ?? null;
	// A request that was not sent changed nothing, so the earlier note is still valid.
	if (last !== 'not-sent' || state.audit.before === null) await noteBefore(task, now);
	return null;
}

/**
 * After a lost response the service shows no run: it never started, or it has ended on a service that shows no ended
 * runs. With `repeat` the task then starts a run that may be the second one, and says so. Otherwise it does so only if a
 * successful run would have left a trace.
 * @throws needs_person if the outcome stays unknown
 */
async function judgeUnseen(task: RetrainTask, now: TrainingSnapshot, last: Outcome | null): Promise<Found | null> {
	const { audit, conflicts } = task.state;
	if (last === 'conflict') {
		audit.assumed =
			'A run took place: after the lost response, the service refused the request with 409 because a run was active.';
		return { runId: null, adopted: true };
	}
	const trace = await traceOfRun(task, now);
	if (trace !== null) {
		audit.assumed = `The run took place: the service shows no run after the lost response, but ${trace}.`;
		return { runId: null, adopted: conflicts > 0, over: now };
	}
	if (audit.before?.canChat !== false) {
		if (!mayRepeat(task)) throw outcomeUnknown(task);
		audit.assumed =
			'Nothing about the lost request: two checks showed no run and no other change, so the task sent the request again. A run that started and ended would look the same, so there may have been a second run.';
		return null;
	}
	audit.assumed =
		'No successful run took place before the repeated request: two checks showed no run, and the agent still could not chat. A failed run would look the same.';
	return null;
}

/**
 * Whether somebody else's run, because of which the service refused ours, has ended and does not show. The service
 * refuses with 409 only if a run is active.
 * @returns `traced` if it left a trace, `unseen` if nothing shows it; null if the service shows a run
 */
async function endedOther(task: RetrainTask, now: TrainingSnapshot): Promise<'traced' | 'unseen' | null> {
	if (!showsNothing(now)) return null;
	const { audit } = task.state;
	const trace = await traceOfRun(task, now);
	if (trace !== null) {
		audit.assumed = `Somebody else's run took place: the service refused with 409, and ${trace}.`;
		return 'traced';
	}
	if (task.ifUncertain === undefined) return null;
	audit.assumed =
		"Somebody else's run took place: the service refused with 409 because a run was active, and shows no run now.";
	return 'unseen';
}

/** One request, whose response may be lost with the worker that sent it. */
async function request(task: RetrainTask): Promise<StartResponse> {
	enterStage(task.state.progress, 'starting');
	const { audit } = task.state;
	const mayBeSecond = audit.ambiguous;
	audit.postAttempts += 1;
	try {
		const answer = await writeAtMostOnce(() => task.write.requestTraining(task.input.agentId), 'asked for a run');
		const isRepeat = mayBeSecond && (answer.outcome === 'accepted' || answer.outcome === 'ambiguous');
		if (isRepeat) audit.repeats = (audit.repeats ?? 0) + 1;
		return answer;
	} catch (error) {
		// It never began.
		if (isCancellation(error)) audit.postAttempts -= 1;
		throw error;
	}
}
