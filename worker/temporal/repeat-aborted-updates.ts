import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { GRPC, grpcCodeOf } from './grpc-code';

/** Each pause is twice as long as the one before, so that all of them take about 3 s. */
const REPEATS = 5;
const FIRST_PAUSE_MS = 100;

/**
 * Sends an update again if the server aborted it with the workflow task that carried it, for example because a signal
 * came while the workflow began a new history. The workflow has not accepted such an update, so nothing happens twice.
 * The server leaves the repeat to the caller (`abort_reason.go` of Temporal 1.29, `AbortReasonWorkflowTaskFailed`).
 */
export const repeatAbortedUpdates: WorkflowClientInterceptor = {
	async startUpdate(input, next) {
		for (let repeats = 0; ; repeats += 1) {
			try {
				return await next(input);
			} catch (error) {
				if (repeats === REPEATS || grpcCodeOf(error) !== GRPC.failedPrecondition) throw error;
				await pause(FIRST_PAUSE_MS * 2 ** repeats);
			}
		}
	},
};
