import { ActivityFailure } from '@temporalio/common';
import { CancellationScope, ContinueAsNew, sleep } from '@temporalio/workflow';
import { waitForTraining } from '../retrain/wait-for-training';
import { failedOf, shortened } from '../task/failure';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { wasCancelled } from '../task/run-task';
import { throwIfCancelled } from '../task/continue-as-new';
import { LONGEST_WAIT_MS, writeAtMostOnce } from '../task/write-at-most-once';
import type { AddResponse } from './activities';
import type { SourceInput, SourceRow } from './contract';
import { lookForNew, lookAfterLoss, showedLate } from './find-sources';
import { accepted, refused, uncertain } from './outcome';
import type { AddSourcesTask } from './task';

/** Number of 409 responses to accept while no run is active. */
const CONFLICTS_BELIEVED = 5;
/** The status of an error without a response. */
const NO_RESPONSE = 503;

type NotSent = Extract<AddResponse, { outcome: 'not-sent' }>;

/**
 * Adds one source, once (`writeAtMostOnce`), and writes the outcome into its row. A cancellation never interrupts a request. It
 * ends a wait, and the checks after a lost response. The task's last check makes up for those.
 */
export async function addOne(task: AddSourcesTask, index: number, source: SourceInput, row: SourceRow): Promise<void> {
	try {
		await untilSettled(task, index, source, row);
	} catch (error) {
		// The request with the lost response may have taken effect.
		if (row.audit.ambiguous && row.status === 'not_started' && !(error instanceof ContinueAsNew))
			uncertain(row, null, whyEnded(error));
		throw error;
	}
}

function whyEnded(error: unknown): string {
	if (wasCancelled(error)) return 'The task was stopped before it could check the outcome.';
	const { title, detail } = failedOf(error instanceof ActivityFailure ? error.cause : error);
	return `${title}: ${detail}`;
}

async function untilSettled(task: AddSourcesTask, index: number, source: SourceInput, row: SourceRow): Promise<void> {
	for (let conflicts = 0; ;) {
		// Maybe in an earlier history.
		const wasLost = row.audit.ambiguous;
		const answer = await send(task, source, row);
		switch (answer.outcome) {
			case 'accepted':
				return accepted(row, answer.sourceId);
			case 'refused':
			case 'limit':
				// The lost request may have taken effect by now, and reached the plan's limit.
				if (wasLost && (await showedLate(task, index, row, answer.error))) return;
				if (answer.outcome === 'limit') task.state.stoppedBy = shortened(answer.error);
				return refused(row, answer.error);
			case 'not-sent':
				await waitToSend(task, row, answer);
				if (wasLost) {
					if (await showedLate(task, index, row, answer.error)) return;
				} else if (isLookedFor(answer)) await lookForNew(task, index, row);
				break;
			case 'conflict':
				conflicts = (await waitForTraining(task, task.input.agentId)) ? 0 : conflicts + 1;
				if (wasLost && (await showedLate(task, index, row, answer.error))) return;
				if (conflicts > CONFLICTS_BELIEVED) return refused(row, answer.error);
				break;
			case 'ambiguous': {
				const { error } = answer;
				const found = await lookAfterLoss(task, index, row, { again: wasLost, error });
				const [only] = found;
				if (!wasLost && found.length === 1 && only !== undefined) return accepted(row, only);
				if (wasLost || found.length > 1) return uncertain(row, found, `${error.title}: ${error.detail}`);
			}
		}
		// Requests for one source alone can fill a history.
		await task.continueAsNewIfSuggested();
	}
}

/** One request. It starts only if the task is not cancelled, and then always finishes. */
async function send(task: AddSourcesTask, source: SourceInput, row: SourceRow): Promise<AddResponse> {
	throwIfCancelled();
	enterStage(task.progress, 'adding');
	row.audit.postAttempts += 1;
	return CancellationScope.nonCancellable(() =>
		writeAtMostOnce(() => task.write.addSource(task.input.agentId, source), 'added a source'),
	);
}

/** Waits as long as the service asked for, and reports why. */
async function waitToSend(task: AddSourcesTask, row: SourceRow, { error, retryAfterMs }: NotSent): Promise<void> {
	if (error.status === NO_RESPONSE) {
		row.audit.postAttempts -= 1;
		if (Date.now() >= reportFrom(task.progress)) {
			const message = `Waiting to send "${row.name}". ${error.title}: ${error.detail}`;
			reportProgress(task.progress, { message });
		}
	}
	await sleep(Math.min(retryAfterMs ?? task.timing.pauseMs, LONGEST_WAIT_MS));
}

/** While the key is refused or the service is unavailable, a read retries in the queue without history events. */
function isLookedFor({ error, retryAfterMs }: NotSent): boolean {
	return error.status === 401 || retryAfterMs === null;
}
