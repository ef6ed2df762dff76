import type { TrainingSnapshot, WatchReport, WatchTraining } from '../../../workflows/retrain/activities';
import { describeRun } from '../../../workflows/retrain/outcome';
import { notYet } from '../../temporal/not-yet';
import { pauseOf, type PollTiming } from '../task/look';
import type { SharedLooks } from './shared-looks';

/**
 * Looks once, or takes the look of another task at the same agent. If there is nothing to report, this fails, so that the
 * server retries it after a pause. The pause counts from the look, so tasks that share one go on together.
 */
export async function watchTraining(
	looks: SharedLooks,
	watch: WatchTraining,
	timing: PollTiming,
	signal: AbortSignal,
): Promise<WatchReport> {
	const pauseAfter = (seen: TrainingSnapshot) => pollDelayMs(watch, seen, Date.now(), timing);
	const { snapshot, ageMs } = await looks.look(watch.agentId, { notBefore: watch.since, pauseAfter, signal });
	const reason = judgeWatch(watch, snapshot, Date.now());
	if (reason !== null) return { reason, snapshot };
	const progress = describeRun(snapshot);
	throw notYet(progress.message, pauseAfter(snapshot) - ageMs, progress);
}

type Reason = WatchReport['reason'];

/**
 * Decides whether a training status is worth a report to the task.
 * @param now milliseconds since 1970
 * @returns null if it is not
 */
export function judgeWatch(watch: WatchTraining, snapshot: TrainingSnapshot, now: number): Reason | null {
	const { run } = snapshot;
	const identified = watch.runId === null;
	if (run === null || (identified && run.id === watch.before)) return reasonIfUnseen(watch, snapshot, now);
	if (!identified && run.id !== watch.runId) return 'replaced';
	if (watch.until === 'canChat' && snapshot.canChat && run.error === null) return 'can-chat';
	if (!snapshot.training) return 'ended';
	if (identified) return 'identified';
	return now >= watch.reportFrom && isFurther(watch.reported, snapshot) ? 'progress' : null;
}

/**
 * The run is not visible: not yet, no longer, or never on this service (the value of `run` without a run is
 * unspecified).
 */
function reasonIfUnseen(
	watch: WatchTraining,
	{ training, canChat, run }: TrainingSnapshot,
	now: number,
): Reason | null {
	if (training) return watch.until === 'canChat' && canChat && run === null ? 'can-chat' : null;
	if (watch.runId !== null) return 'gone';
	// The run has already ended: only a run makes an agent able to chat.
	const hasWorked = run === null && watch.couldChat === false && canChat;
	return hasWorked || now - watch.since > watch.settleMs ? 'not-visible' : null;
}

function isFurther(reported: TrainingSnapshot | null, { run, canChat }: TrainingSnapshot): boolean {
	const before = reported?.run ?? null;
	if (reported === null || before === null || run === null) return true;
	return (
		reported.canChat !== canChat ||
		before.phase !== run.phase ||
		before.pagesCompleted !== run.pagesCompleted ||
		before.pagesTotal !== run.pagesTotal ||
		before.pagesFailed !== run.pagesFailed
	);
}

/** The pause between two looks is a part of the estimated remaining time, if that is shorter than `pauseOf`. */
const OF_REMAINING = 3;

/**
 * The pause before the next look. It is short at first and grows with the run. It becomes short again near the end, if
 * the number of pages shows that.
 * @param now milliseconds since 1970
 * @returns milliseconds between the two bounds
 */
export function pollDelayMs(
	{ since, runId }: WatchTraining,
	{ run }: TrainingSnapshot,
	now: number,
	timing: PollTiming,
): number {
	if (runId === null) return timing.pollMinMs;
	const elapsed = Math.max(0, now - since);
	const done = run === null ? 0 : run.pagesCompleted + run.pagesFailed;
	const left = run === null || done === 0 ? Infinity : (elapsed * Math.max(0, run.pagesTotal - done)) / done;
	return Math.min(pauseOf(since, now, timing), Math.max(timing.pollMinMs, left / OF_REMAINING));
}
