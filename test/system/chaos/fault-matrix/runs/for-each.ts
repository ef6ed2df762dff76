import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { forEachConnectionResultSchema } from '../../../../../workflows/for-each-connection/contract';
import { effectKey, taskIdOf } from '../../../../../worker/tasks/task-ids';
import { agentTaskId } from '../../../../../workflows/task/ids';
import type { TaskReport } from '../verdict';
import { NightlyRun } from './retrain';
import { closedAtOf } from './task-report';

/** The only connection with the label of the matrix. */
const CONNECTION = 'wide';

/** A nightly retrain of each connection of a selector, which is one. */
export class ForEachRun extends NightlyRun {
	protected override readonly type = 'for-each-connection';

	protected override input(): object {
		const { connection: _connection, ...input } = { connection: '', ...super.input() };
		return { version: 1, selector: `matrix=${CONNECTION}`, type: 'nightly-retrain', input };
	}

	private get nightlyId(): string {
		return taskIdOf('nightly-retrain', effectKey('each', this.taskId, CONNECTION));
	}

	override workflowIds(): string[] {
		return [this.nightlyId, agentTaskId(this.nightlyId, this.target)];
	}

	protected override async reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const [row] = forEachConnectionResultSchema.safeParse(task.result).data?.rows ?? [];
		const nightly = await this.world.caller.read(row?.taskId ?? this.nightlyId);
		return { ...(await super.reportOf(nightly)), closedAt: closedAtOf(task) };
	}
}
