import { CancellationScope } from '@temporalio/workflow';
import { wasCancelled } from '../task/was-cancelled';

/** Work that waits for its next try most of the time, and can be taken back then. */
export class Interruptible {
	private scope: CancellationScope | null = null;

	/** Takes the work back; an attempt that is under way is finished. */
	interrupt(): void {
		this.scope?.cancel();
	}

	/** @returns null when the work was taken back; @throws what it throws for good, and when the workflow is cancelled */
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
