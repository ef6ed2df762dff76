import type { IExecuteFunctions } from 'n8n-workflow';
import { asNodeError } from '../../gateway/gateway-errors';

/** Adds to an error which tasks were started, because they continue. */
export async function namingStarted<T>(
	context: IExecuteFunctions,
	taskIds: readonly string[],
	run: () => Promise<T>,
): Promise<T> {
	try {
		return await run();
	} catch (cause) {
		const error = asNodeError(cause, { node: context.getNode() });
		if (taskIds.length === 0) throw error;
		const running = `These tasks were started and continue: ${taskIds.join(', ')}. "Retry On Fail" finds them by their keys. A new execution finds them only with your own Idempotency Key.`;
		error.description = [error.description, running].filter(Boolean).join('\n');
		throw error;
	}
}
