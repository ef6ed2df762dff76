import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { TrainingSnapshot, WatchReport, WatchTraining } from './activities';
import { describeRun, noteReplaced } from './outcome';
import type { Followed, RetrainTask } from './task';

/** Follows the run until it reaches what the task waits for, or until following is impossible. */
export async function followRun(task: RetrainTask, followed: Followed): Promise<WatchReport> {
	if (followed.over !== undefined) return { reason: 'gone', snapshot: followed.over };
	enterStage(task.state.progress, 'training');
	for (;;) {
		const report = await watch(task, followed, task.input.waitUntil === 'canChat' ? 'canChat' : 'ended');
		if (followsNext(task, report)) adoptNext(task, followed, report.snapshot);
		else if (report.reason !== 'identified' && report.reason !== 'progress') return report;
		await task.continueAsNewIfSuggested();
	}
}

/** Whether another run replaced the followed one before the agent could chat: that one can still make it so. */
function followsNext({ input, ifUncertain }: RetrainTask, { reason, snapshot }: WatchReport): boolean {
	if (ifUncertain === undefined || reason !== 'replaced' || input.waitUntil !== 'canChat') return false;
	return snapshot.training && !snapshot.canChat;
}

function adoptNext(task: RetrainTask, followed: Followed, now: TrainingSnapshot): void {
	noteReplaced(task, followed, now);
	Object.assign(followed, { runId: now.run?.id ?? null, run: now.run, adopted: true, since: Date.now() });
}

/** Waits for the end of somebody else's run. If another one follows at once, the next request gets a 409. */
export async function waitForOtherRun(task: RetrainTask, active: TrainingSnapshot): Promise<TrainingSnapshot> {
	enterStage(task.state.progress, 'waiting');
	const other: Followed = { runId: active.run?.id ?? null, adopted: false, since: Date.now() };
	for (;;) {
		const report = await watch(task, other, 'ended');
		if (report.reason !== 'identified' && report.reason !== 'progress') return report.snapshot;
		await task.continueAsNewIfSuggested();
	}
}

async function watch(task: RetrainTask, followed: Followed, until: WatchTraining['until']): Promise<WatchReport> {
	const { state, input, settleMs } = task;
	const report = await task.looks.watchTraining({
		agentId: input.agentId,
		runId: followed.runId,
		before: state.before,
		until,
		since: followed.since,
		reportFrom: reportFrom(state.progress),
		reported: state.seen,
		settleMs,
		...(state.audit.before === null ? {} : { couldChat: state.audit.before.canChat }),
	});
	state.seen = report.snapshot;
	if (report.reason !== 'not-visible' && report.reason !== 'replaced' && report.snapshot.run !== null) {
		followed.runId ??= report.snapshot.run.id;
		followed.run = report.snapshot.run;
	}
	reportProgress(state.progress, describeRun(report.snapshot));
	return report;
}
