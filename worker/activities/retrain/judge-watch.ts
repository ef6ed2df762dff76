import type { TrainingSnapshot, WatchReport, WatchTraining } from '../../../workflows/retrain/activities';

type Reason = WatchReport['reason'];

/**
 * What a look at the training status means for who watches it.
 * @param now milliseconds since 1970
 * @returns null when it is not worth a report
 */
export function judgeWatch(watch: WatchTraining, snapshot: TrainingSnapshot, now: number): Reason | null {
	const { run } = snapshot;
	const identified = watch.runId === null;
	if (run === null || (identified && run.id === watch.before)) return judgeUnseen(watch, snapshot, now);
	if (!identified && run.id !== watch.runId) return 'replaced';
	if (watch.until === 'canChat' && snapshot.canChat && run.error === null) return 'can-chat';
	if (!snapshot.training) return 'ended';
	if (identified) return 'identified';
	return now >= watch.reportFrom && isFurther(watch.reported, snapshot) ? 'progress' : null;
}

/** The run does not show: not yet, no more, or never on this service (`run` when no run exists is not specified). */
function judgeUnseen(watch: WatchTraining, { training, canChat, run }: TrainingSnapshot, now: number): Reason | null {
	if (training) return watch.until === 'canChat' && canChat && run === null ? 'can-chat' : null;
	if (watch.runId !== null) return 'gone';
	// It has come and gone already: nothing else makes an agent chat that could not.
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
