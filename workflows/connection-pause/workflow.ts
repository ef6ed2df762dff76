import { sleep } from '@temporalio/workflow';

/**
 * Stays open for as long as the service asked not to be called with a key (`Retry-After`). All workers see
 * that it is open, so none of them makes a call (worker/pacing/key-pauses.ts). It is not a task.
 * @param pauseMs milliseconds
 */
export async function connectionPause(pauseMs: number): Promise<void> {
	await sleep(pauseMs);
}
