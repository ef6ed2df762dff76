import type { TrainingSnapshot, WatchReport, WatchTraining } from '../../../workflows/ports';

type Reason = WatchReport['reason'];

/**
 * What a look at the training status means for who watches it.
 * @param now milliseconds since 1970
 * @returns null when it is not worth a report
 */
export function judgeWatch(watch: WatchTraining, snapshot: TrainingSnapshot, now: number): Reason | null {
	const { run } = snapshot;
	const identified = watch.runId === null;
	if (identified && (run === null || run.id === watch.before)) {
		return now - watch.since > watch.settleMs ? 'not-visible' : null;
	}
	if (run === null) return 'gone';
	if (!identified && run.id !== watch.runId) return 'replaced';
	if (watch.until === 'canChat' && snapshot.canChat && run.error === null) return 'can-chat';
	if (!snapshot.training) return 'ended';
	if (identified) return 'identified';
	return now >= watch.reportFrom && isFurther(watch.reported, snapshot) ? 'progress' : null;
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
