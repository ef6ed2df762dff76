import { taskFailure, TIMED_OUT } from '../task/failure';
import { reportProgress } from '../task/progress';
import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/continue-as-new';
import { withDeadline } from '../task/write-at-most-once';
import { addOne } from './add-source';
import type { AddSourcesInput, AddSourcesResult } from './contract';
import { followAll, withAudit } from './follow-sources';
import { lookBefore } from './find-sources';
import { progressOf, resultOf, summaryOf } from './outcome';
import { type AddSourcesState, AddSourcesTask } from './task';
import { verdictOn } from './verdict';

/**
 * Adds many sources to an agent, one after the other and each once, and follows each until the service has read it.
 * A cancellation lets the current source finish its request. The others are not started.
 * @param carried state of the previous history of the task
 */
export async function addSources(
	args: TaskArgs<AddSourcesInput>,
	carried?: AddSourcesState,
): Promise<AddSourcesResult> {
	const task = new AddSourcesTask(args, carried);
	return runTask(
		args,
		task.progress,
		() =>
			withDeadline(
				task.deadline,
				() => addAll(task),
				() => timedOut(task),
			),
		verdictOn,
		() => `${summaryOf(task)} Added sources stay, and the service continues to read them.`,
		() => resultOf(task),
	);
}

async function addAll(task: AddSourcesTask): Promise<AddSourcesResult> {
	await withAudit(task, () => addAndFollow(task));
	reportProgress(task.progress, progressOf(task));
	return resultOf(task);
}

async function addAndFollow(task: AddSourcesTask): Promise<void> {
	const { state, input } = task;
	await lookBefore(task);
	for (; state.current < input.sources.length && state.stoppedBy === null; state.current += 1) {
		await task.continueAsNewIfSuggested();
		const source = input.sources[state.current];
		const row = state.rows[state.current];
		if (source === undefined || row?.status !== 'not_started') continue;
		await addOne(task, state.current, source, row);
		task.report();
	}
	giveReason(task);
	await followAll(task);
}

/** Copies the reason of the stop into each row that was not started. */
function giveReason({ state: { rows, stoppedBy } }: AddSourcesTask): void {
	if (stoppedBy === null) return;
	for (const row of rows) if (row.status === 'not_started') row.error = stoppedBy;
}

function timedOut(task: AddSourcesTask): Error {
	return taskFailure({
		type: TIMED_OUT,
		title: 'The task timed out',
		status: 504,
		detail: `${task.input.timeoutSeconds} s have passed. ${summaryOf(task)} Added sources stay.`,
	});
}
