import { sleep } from '@temporalio/workflow';
import type { TaskError } from '../task/task-error';
import { enterStage, reportProgress } from '../task/progress';
import { SETTLE_LOOKS } from '../task/write-once';
import type { AddSourcesTask } from './add-sources-task';
import type { SourceRow } from './contract';
import { lookForNew } from './look';
import { accepted, uncertain } from './row-ends';

/** A request whose answer was lost. */
export interface LostRequest {
	/** The answer about another one of this source was lost before. */
	again: boolean;
	error: TaskError;
}

/** A lost answer is given time to show its effect, twice, before the one repetition that is allowed. */
export async function settle(
	task: AddSourcesTask,
	index: number,
	row: SourceRow,
	{ again, error }: LostRequest,
): Promise<number[]> {
	row.audit.ambiguous = true;
	enterStage(task.progress, 'settling');
	const message = `The answer about "${row.name}" was lost (${error.title}). Looking whether it came through.`;
	reportProgress(task.progress, { message });
	return lookTwice(task, index, row, again);
}

async function lookTwice(task: AddSourcesTask, index: number, row: SourceRow, again: boolean): Promise<number[]> {
	for (let looks = 1; ; looks += 1) {
		await sleep(task.settleMs);
		const found = await lookForNew(task, index, row);
		if (looks === SETTLE_LOOKS || (!again && found.length > 0)) return found;
	}
}

/** Whether what was lost shows by now, though it did not when it was looked for: then it is not sent again. */
export async function showedLate(
	task: AddSourcesTask,
	index: number,
	row: SourceRow,
	{ title, detail }: TaskError,
): Promise<boolean> {
	const found = await lookForNew(task, index, row);
	const [only] = found;
	if (only === undefined) return false;
	if (found.length === 1) accepted(row, only);
	else uncertain(row, found, `${title}: ${detail}`);
	return true;
}
