import { CancellationScope } from '@temporalio/workflow';
import { wasCancelled } from './run-task';

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
