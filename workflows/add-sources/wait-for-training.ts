import { sleep } from '@temporalio/workflow';
import type { WatchReport } from '../retrain/activities';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { PAUSE_MS } from '../task/write-once';
import { describeRun } from '../retrain/describe-run';
import type { AddSourcesTask } from './add-sources-task';

const GOES_ON: ReadonlySet<WatchReport['reason']> = new Set(['identified', 'progress']);

/**
 * Waits, however long it takes, until a training run has ended: nothing can be added meanwhile (specification, part 3).
 * @returns whether there was one
 */
export async function waitForTraining(task: AddSourcesTask): Promise<boolean> {
	const { agentId } = task.input;
	let seen = await task.read.readTraining(agentId);
	if (!seen.training) {
		await sleep(PAUSE_MS);
		return false;
	}
	enterStage(task.progress, 'waiting');
	const since = Date.now();
	const runId = seen.run?.id ?? null;
	for (;;) {
		const report = await task.read.watchTraining({
			agentId,
			runId,
			before: null,
			until: 'ended',
			since,
			reportFrom: reportFrom(task.progress),
			reported: seen,
			settleMs: task.settleMs,
		});
		if (!GOES_ON.has(report.reason)) return true;
		seen = report.snapshot;
		const { message, ...run } = describeRun(seen);
		reportProgress(task.progress, { ...run, message: `Waiting for a training run to end. ${message}` });
	}
}
