import { NodeOperationError, sleep } from 'n8n-workflow';
import type { ApiContext } from './context';
import { cancelSignal } from './context';

const STEP_MS = 1_000;

/** @throws NodeOperationError if the execution was stopped, so that nothing more is sent */
export function throwIfCancelled(context: ApiContext): void {
	if (cancelSignal(context)?.aborted !== true) return;
	throw new NodeOperationError(context.getNode(), 'The execution was stopped', {
		description: 'Requests that were sent before the stop are not undone.',
	});
}

/** Waits in short steps, so that it ends soon after the execution is stopped. */
export async function wait(context: ApiContext, ms: number): Promise<void> {
	const until = Date.now() + ms;
	for (let left = ms; left > 0; left = until - Date.now()) {
		throwIfCancelled(context);
		await sleep(Math.min(left, STEP_MS));
	}
	throwIfCancelled(context);
}
