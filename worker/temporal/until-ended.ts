import type { Client } from '@temporalio/client';

/** Waits until a workflow has ended, however it does, or until the time or the signal is over. */
export async function untilEnded(client: Client, id: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
	const timeout = AbortSignal.timeout(timeoutMs);
	const over = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
	try {
		await client.withAbortSignal(over, () => client.workflow.getHandle(id).result());
	} catch {
		// It has failed, or the time is over: what it is now says which.
	}
}
