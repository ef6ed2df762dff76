import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { wasCancelled } from './run-task';

/** Runs work in a scope. @returns whether it came to its end: false if it was cancelled */
export async function unlessCancelled(scope: CancellationScope, work: () => Promise<void>): Promise<boolean> {
	try {
		await scope.run(work);
		return true;
	} catch (error) {
		if (!isCancellation(error)) throw error;
		return false;
	}
}

/** Work that can be cancelled while it waits for its next attempt, which is most of the time. */
export class CancellableWork {
	private scope: CancellationScope | null = null;

	/** Cancels the work. A running attempt still finishes. */
	cancel(): void {
		this.scope?.cancel();
	}

	/** @returns null if the work was cancelled; @throws its final failure, or a cancellation of the workflow */
	async run<Result>(work: () => Promise<Result>): Promise<Result | null> {
		const workflow = CancellationScope.current();
		const scope = new CancellationScope();
		this.scope = scope;
		try {
			return await scope.run(work);
		} catch (error) {
			if (workflow.consideredCancelled || !scope.consideredCancelled || !wasCancelled(error)) throw error;
			return null;
		} finally {
			this.scope = null;
		}
	}
}
