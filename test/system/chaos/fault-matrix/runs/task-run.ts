import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import type { TaskType } from '../../../../../workflows/contracts';
import type { TaskReport } from '../verdict';
import { type End, Run } from './run';
import { taskReportOf } from './task-report';

/** A task that is started with one key, sets the effect off by itself, and is over when it says so. */
export abstract class TaskRun extends Run {
	protected abstract readonly type: TaskType;
	protected abstract input(): object;

	protected async start(): Promise<void> {
		this.addTaskId(await this.world.caller.start(this.type, this.key, this.input()));
	}

	protected async begin(): Promise<void> {
		const times = this.cell.point === 'in-flight' ? 2 : 1;
		await Promise.all(Array.from({ length: times }, () => this.start()));
	}

	sendAgain(): Promise<void> {
		return this.start();
	}

	async end(): Promise<End> {
		const report = await this.reportOf(await this.world.caller.untilEnded(this.taskId));
		return { report, doneAt: report.closedAt };
	}

	/** Reads what an ended task reports. */
	protected reportOf(task: TaskWithLinks): Promise<TaskReport> {
		return Promise.resolve(taskReportOf(task));
	}
}
