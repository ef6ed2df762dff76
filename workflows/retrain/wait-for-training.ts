import { sleep } from '@temporalio/workflow';
import { enterStage, type ProgressState, reportFrom, reportProgress } from '../task/progress';
import type { Timing } from '../task/timing';
import type { TrainingActivities, WatchReport } from './activities';
import { describeRun } from './outcome';

const STILL_RUNNING: ReadonlySet<WatchReport['reason']> = new Set(['identified', 'progress']);

/** A task that adds something to an agent. */
interface Adding {
	readonly read: Pick<TrainingActivities, 'readTraining'>;
	readonly looks: Pick<TrainingActivities, 'watchTraining'>;
	readonly progress: ProgressState;
	readonly settleMs: number;
	readonly timing: Pick<Timing, 'pauseMs'>;
}

/**
 * Waits, however long it takes, until a training run has ended: nothing can be added meanwhile (specification, part 3).
 * @returns whether there was one
 */
export async function waitForTraining(task: Adding, agentId: string): Promise<boolean> {
	let seen = await task.read.readTraining(agentId);
	if (!seen.training) {
		await sleep(task.timing.pauseMs);
		return false;
	}
	enterStage(task.progress, 'waiting');
	const since = Date.now();
	const runId = seen.run?.id ?? null;
	for (;;) {
		const report = await task.looks.watchTraining({
			agentId,
			runId,
			before: null,
			until: 'ended',
			since,
			reportFrom: reportFrom(task.progress),
			reported: seen,
			settleMs: task.settleMs,
		});
		if (!STILL_RUNNING.has(report.reason)) return true;
		seen = report.snapshot;
		const { message, ...run } = describeRun(seen);
		reportProgress(task.progress, { ...run, message: `Waiting for a training run to end. ${message}` });
	}
}
