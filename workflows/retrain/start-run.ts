import { isCancellation, sleep } from '@temporalio/workflow';
import { enterStage, reportProgress } from '../task/progress';
import { grownPause, LONGEST_WAIT_MS, lookAndSettle, writeAtMostOnce } from '../task/write-at-most-once';
import type { StartResponse, TrainingSnapshot } from './activities';
import { waitForOtherRun } from './follow-run';
import { listBefore } from './source-changes';
import { isOther, look, noteBefore, showsNothing, traceOfRun } from './look';
import { describeRun, personNeeded, trainingActive } from './outcome';
import type { Followed, RetrainTask } from './task';

const CONFLICTS_BELIEVED = 5;
/** How long a task without a deadline repeats its request. */
const REPEAT_FOR_MS = 24 * 3_600_000;

type Found = Omit<Followed, 'since'>;
type Refused = Exclude<StartResponse, { outcome: 'accepted' }>;

/** What the task knows when it decides between following a run and sending a request. */
interface Seen {
	now: TrainingSnapshot;
	/** Outcome of the last request; null before the first. */
	last: Refused['outcome'] | null;
	/** A sign of a run that the service does not show, in words. */
	trace: string | null;
}

/**
 * Returns the run to follow: an adopted one, or the task's own. Each request is sent at most once (`writeAtMostOnce`), and
 * again only if the checks after it show no run.
 */
export async function findOrStartRun(task: RetrainTask): Promise<Followed> {
	const { state } = task;
	const { audit } = state;
	enterStage(state.progress, 'looking');
	// Before the look, so that the look stays close to the request.
	if (state.sourcesBefore === undefined) await listBefore(task);
	for (let refused: Refused | null = null; ;) {
		let now = await lookAfter(task, refused);
		const last = refused?.outcome ?? null;
		// A run may have ended unseen: the task's own after a lost response, somebody else's after a 409.
		const isHidden = showsNothing(now) && (last === 'conflict') !== audit.ambiguous;
		const trace = isHidden ? await traceOfRun(task, now) : null;
		const found = audit.ambiguous ? ownRun(task, { now, last, trace }) : othersRun(task, { now, last, trace });
		if (found !== null) return { ...found, since: Date.now() };
		if (!audit.ambiguous) {
			const showsOther = now.training || isOther(now, state.before) || trace !== null;
			if (now.training) {
				now = await waitForOtherRun(task, now);
				await listBefore(task);
			}
			// Without a run to be seen, only growing pauses keep the requests apart.
			if (showsOther) state.conflicts = 0;
			state.before = now.run?.id ?? null;
			// A request that was not sent changed nothing, so the earlier note is still valid.
			if (last !== 'not-sent' || audit.before === null) await noteBefore(task, now);
		}
		const answer = await request(task);
		if (answer.outcome === 'accepted') return { runId: null, adopted: false, since: Date.now() };
		refused = answer;
	}
}

/**
 * What the training status shows once the task has waited as the last request demands.
 * @param refused the last request, if any
 * @throws needs_person if the request may not be repeated
 */
async function lookAfter(task: RetrainTask, refused: Refused | null): Promise<TrainingSnapshot> {
	const { state, timing } = task;
	const { pauseMs } = timing;
	if (refused?.outcome === 'ambiguous') return settle(task, refused);
	if (refused?.outcome === 'not-sent') {
		// The next call is a read, whose retries cost no history events while the service is unavailable.
		await sleep(Math.min(refused.retryAfterMs ?? pauseMs, LONGEST_WAIT_MS));
		await task.continueAsNewIfSuggested();
	}
	if (refused?.outcome === 'conflict') {
		// Somebody's run is active, or was a moment ago.
		state.conflicts += 1;
		if (state.conflicts > CONFLICTS_BELIEVED) {
			const { title, detail } = refused.error;
			allowRepeat(task, `The service refused with "${title}: ${detail}" repeatedly while no run was active.`);
		}
		const pauses = state.conflicts - 1;
		if (pauses > 0) await sleep(task.ifUncertain === 'repeat' ? grownPause(pauseMs, pauses) : pauseMs);
	}
	return look(task);
}

/**
 * After a lost response, waits and checks twice for its effect, before the repeated request. The pauses grow with each
 * lost response.
 * @throws needs_person if the request may not be repeated once more
 */
async function settle(
	task: RetrainTask,
	{ error, retryAfterMs }: Extract<Refused, { outcome: 'ambiguous' }>,
): Promise<TrainingSnapshot> {
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
	if (state.lost > 1) {
		const shown = now.run === null ? 'No run shows.' : `Run ${now.run.id} shows. ${describeRun(now).message}`;
		allowRepeat(task, `The response was lost again: ${error.title}: ${error.detail} ${shown}`);
	}
	if (repeats) await task.continueAsNewIfSuggested();
	return now;
}

/**
 * After a lost response, a run that shows is the task's own. After a 409 it may also be somebody else's. If no run shows,
 * none started, or it has ended on a service that shows no ended runs. With `repeat` the task then starts a run that may
 * be the second one, and says so. Otherwise it does so only if a successful run would have left a trace.
 * @returns null if the task sends its request again
 * @throws needs_person if the outcome stays unknown
 */
function ownRun(task: RetrainTask, { now, last, trace }: Seen): Found | null {
	const { audit, before, conflicts } = task.state;
	const adopted = conflicts > 0;
	if (isOther(now, before)) return { runId: now.run?.id ?? null, run: now.run, adopted };
	if (now.training) return { runId: null, adopted };
	if (!showsNothing(now)) return null;
	if (last === 'conflict') {
		audit.assumed =
			'A run took place: after the lost response, the service refused the request with 409 because a run was active.';
		return { runId: null, adopted: true };
	}
	if (trace !== null) {
		audit.assumed = `The run took place: the service shows no run after the lost response, but ${trace}.`;
		return { runId: null, adopted, over: now };
	}
	if (audit.before?.canChat === false) {
		audit.assumed =
			'No successful run took place before the repeated request: two checks showed no run, and the agent still could not chat. A failed run would look the same.';
		return null;
	}
	allowRepeat(
		task,
		'The response to the request was lost. The service shows no run and no other change, but a run that started and ended would look the same. The task did not repeat the request.',
	);
	audit.assumed =
		'Nothing about the lost request: two checks showed no run and no other change, so the task sent the request again. A run that started and ended would look the same, so there may have been a second run.';
	return null;
}

/**
 * While no response was lost, a run that shows is somebody else's. The service refuses with 409 only if a run is active.
 * @returns null if the task starts one of its own
 * @throws training_active if the caller wants neither to follow the run nor to wait for it
 */
function othersRun(task: RetrainTask, { now, last, trace }: Seen): Found | null {
	const { state, input } = task;
	const isGone = last === 'conflict' && showsNothing(now) && (trace !== null || task.ifUncertain !== undefined);
	if (isGone) {
		state.audit.assumed =
			trace === null
				? "Somebody else's run took place: the service refused with 409 because a run was active, and shows no run now."
				: `Somebody else's run took place: the service refused with 409, and ${trace}.`;
	}
	const began = state.conflicts > 0 && (isOther(now, state.before) || isGone);
	if (!now.training && !began) return null;
	if (input.ifActive === 'fail') throw trainingActive(task, now);
	if (input.ifActive !== 'adopt') return null;
	return { runId: now.run?.id ?? null, run: now.run, adopted: true, ...(trace === null ? {} : { over: now }) };
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
		// Cancelled before the request was sent.
		if (isCancellation(error)) audit.postAttempts -= 1;
		throw error;
	}
}

/**
 * Lets the task send its request again, although nothing proves that the last one had no effect.
 * @param otherwise what a person has to know, in sentences
 * @throws needs_person if the task may not repeat it
 */
function allowRepeat(task: RetrainTask, otherwise: string): void {
	const { state, deadline, ifUncertain } = task;
	if (ifUncertain !== 'repeat') throw personNeeded(task, otherwise);
	state.uncertainSince ??= Date.now();
	const isInTime = deadline !== null || Date.now() - state.uncertainSince < REPEAT_FOR_MS;
	if (!isInTime) throw personNeeded(task, otherwise);
}
