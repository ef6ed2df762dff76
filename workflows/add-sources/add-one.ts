import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import type { AddAnswer } from '../ports';
import { shortened } from '../task/child-failure';
import { enterStage, reportProgress } from '../task/progress';
import { stopIfAsked } from '../task/stop-if-asked';
import { LONGEST_WAIT_MS, PAUSE_MS, SETTLE_LOOKS, writeOnce } from '../task/write-once';
import type { TaskError } from '../catalogue';
import type { AddSourcesTask } from './add-sources-task';
import type { SourceInput, SourceRow } from './contract';
import { lookForNew } from './look';
import { waitForTraining } from './wait-for-training';

/** A 409 while no run is active is believed so often. */
const CONFLICTS_BELIEVED = 5;

/**
 * Adds one source, once (`writeOnce`), and says in its row what came of it. Cancelling never cuts a
 * request short, nor the looking after one that was lost; it does end a wait for training.
 */
export async function addOne(task: AddSourcesTask, index: number, source: SourceInput, row: SourceRow): Promise<void> {
	try {
		await untilSettled(task, index, source, row);
	} catch (error) {
		if (isCancellation(error) && row.audit.ambiguous)
			uncertain(row, [], 'The task was stopped before it was sent again.');
		throw error;
	}
}

async function untilSettled(task: AddSourcesTask, index: number, source: SourceInput, row: SourceRow): Promise<void> {
	let lost = 0;
	for (let conflicts = 0; ;) {
		const answer = await send(task, source, row);
		switch (answer.outcome) {
			case 'accepted':
				return accepted(row, answer.sourceId);
			case 'refused':
				return refused(row, answer.error);
			case 'limit':
				task.state.stoppedBy = shortened(answer.error);
				return refused(row, answer.error);
			case 'not-sent':
				await sleep(Math.min(answer.retryAfterMs ?? PAUSE_MS, LONGEST_WAIT_MS));
				if (lost > 0) {
					if (await showedLate(task, index, row, answer.error)) return;
					// While the key is refused, a look waits in the queue without an event for each try.
				} else if (answer.error.status === 401) await lookForNew(task, index, row);
				break;
			case 'conflict':
				conflicts = (await waitForTraining(task)) ? 0 : conflicts + 1;
				if (lost > 0 && (await showedLate(task, index, row, answer.error))) return;
				if (conflicts > CONFLICTS_BELIEVED) return refused(row, answer.error);
				break;
			case 'ambiguous': {
				lost += 1;
				const found = await CancellationScope.nonCancellable(() => settle(task, index, row, answer.error, lost));
				const [only] = found;
				if (lost === 1 && found.length === 1 && only !== undefined) return accepted(row, only);
				if (lost > 1 || found.length > 1) return uncertain(row, found, `${answer.error.title}: ${answer.error.detail}`);
			}
		}
	}
}

/** One request. It is begun only when nobody asked to stop, and then ended. */
async function send(task: AddSourcesTask, source: SourceInput, row: SourceRow): Promise<AddAnswer> {
	stopIfAsked();
	enterStage(task.progress, 'adding');
	row.audit.postAttempts += 1;
	return CancellationScope.nonCancellable(() =>
		writeOnce(() => task.write.addSource(task.input.agentId, source), 'added a source'),
	);
}

/** A lost answer is given time to show its effect, twice, before the one repetition that is allowed. */
async function settle(
	task: AddSourcesTask,
	index: number,
	row: SourceRow,
	{ title }: TaskError,
	lost: number,
): Promise<number[]> {
	row.audit.ambiguous = true;
	enterStage(task.progress, 'settling');
	const message = `The answer about "${row.name}" was lost (${title}). Looking whether it came through.`;
	reportProgress(task.progress, { message });
	for (let looks = 1; ; looks += 1) {
		await sleep(task.settleMs);
		const found = await lookForNew(task, index, row);
		if (looks === SETTLE_LOOKS || (lost === 1 && found.length > 0)) return found;
	}
}

/** Whether what was lost shows by now, though it did not when it was looked for: then it is not sent again. */
async function showedLate(
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

function accepted(row: SourceRow, sourceId: number): void {
	row.status = 'processing';
	row.sourceId = sourceId;
}

function refused(row: SourceRow, error: TaskError): void {
	row.status = 'refused';
	row.error = shortened(error);
}

function uncertain(row: SourceRow, found: number[], why: string): void {
	const seen =
		found.length === 0 ? 'None shows that could be it.' : `These show that could be it: ${found.join(', ')}.`;
	row.status = 'needs_person';
	row.audit.duplicates = found;
	row.error = {
		type: 'needs_person',
		title: 'A person has to look',
		detail: `Requests sent: ${row.audit.postAttempts}, and answers were lost. ${why} ${seen} Look at the agent's sources, then add it again if it is missing.`,
	};
}
