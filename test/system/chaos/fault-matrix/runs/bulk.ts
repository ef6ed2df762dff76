import { randomUUID } from 'node:crypto';
import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import type { TaskReport } from '../verdict';
import { retrainReportOf, TrainingRun } from './retrain';
import { closedAtOf } from './task-report';

/** A retrain that has failed, and that a bulk action retries. */
export class BulkRun extends TrainingRun {
	protected readonly count = 1;
	protected readonly type = 'bulk-action';
	private failedId = '';

	protected input(): object {
		return { version: 1, action: 'retry', ids: [this.failedId] };
	}

	override workflowIds(): string[] {
		return [this.taskId, this.failedId];
	}

	/** The first start is refused before the request of the retry is held. */
	protected override async holdService(method: string, path: string): Promise<void> {
		const { admin, caller, ifUncertain } = this.world;
		await admin.addFault(method, path, { kind: 'status', status: 403 });
		const input = { version: 1, connection: 'wide', agentId: this.target, waitUntil: 'finished', ifUncertain };
		this.failedId = await caller.start('retrain-and-wait', `${this.key}-${randomUUID()}`, input);
		await caller.untilEnded(this.failedId);
		await super.holdService(method, path);
	}

	/** What the retried task says of its requests, at the end of the bulk action. */
	protected override async reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const retried = retrainReportOf(await this.world.caller.untilEnded(this.failedId));
		return { ...retried, requestsEndedAt: retried.closedAt, closedAt: closedAtOf(task) };
	}
}
