import type { TaskWithLinks } from '../../../../worker/gateway/schemas';
import type { TaskType } from '../../../../workflows/contracts';
import type { Told } from '../verdict';
import { type End, Run } from './run';
import { toldOf } from './told';

/** A task that is started with one key, sets the effect off by itself, and is over when it says so. */
export abstract class TaskRun extends Run {
	protected abstract readonly type: TaskType;
	protected abstract input(): object;

	protected async start(): Promise<void> {
		this.heardOf(await this.world.caller.start(this.type, this.key, this.input()));
	}

	protected async begin(): Promise<void> {
		const times = this.cell.point === 'in-flight' ? 2 : 1;
		await Promise.all(Array.from({ length: times }, () => this.start()));
	}

	sendAgain(): Promise<void> {
		return this.start();
	}

	async end(): Promise<End> {
		const told = await this.hear(await this.world.caller.untilEnded(this.taskId));
		return { told, doneAt: told.closedAt };
	}

	/** Takes what an ended task has for its caller. */
	protected hear(task: TaskWithLinks): Promise<Told> {
		return Promise.resolve(toldOf(task));
	}
}
