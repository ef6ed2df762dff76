import { eventually } from '../../../../support/time/eventually';
import type { End } from './run';
import { taskReportOf } from './task-report';
import { TaskRun } from './task-run';

/** A sync, which was through with an empty list when something came. It never ends by itself. */
export abstract class EndlessRun extends TaskRun {
	protected agent = '';
	#faultAt: number | null = null;

	/** How much of what is wanted is not at the destination. */
	protected abstract missing(): Promise<number>;
	/** When a write was held or went wrong at the destination, in milliseconds since 1970; null: not yet. */
	protected abstract destinationFaultAt(): Promise<number | null>;

	async prepare(): Promise<void> {
		this.agent = await this.newAgent();
		await this.start();
		await this.until('A first look', async () => (await this.upToDateAt()) !== undefined);
	}

	protected syncNow(which: string): Promise<unknown> {
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/actions/sync-now`;
		return this.world.caller.post(path, `${this.key}-${which}`, {});
	}

	override async sendAgain(): Promise<void> {
		await super.sendAgain();
		await this.syncNow('first');
	}

	override async isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'waiting':
				return (await this.missing()) === 0;
			case 'in-the-sink':
			case 'sink-commit':
			case 'sink':
				this.#faultAt ??= await this.destinationFaultAt();
				return this.#faultAt !== null;
			default:
				return super.isHeld();
		}
	}

	override requestFaultAt(): number | null {
		return this.#faultAt ?? super.requestFaultAt();
	}

	/** The test cancels the sync once all is there. What is missing then is lost. */
	override async end(): Promise<End> {
		const { caller } = this.world;
		await this.until('Everything at the destination', async () => (await this.missing()) === 0).catch(() => undefined);
		const doneAt = Date.now();
		await this.beforeCancel();
		await caller.persistently('A cancellation', () => caller.gateway.cancel(this.taskId));
		// It is cancelled by us: that is how it ends well.
		const report = taskReportOf(await caller.untilEnded(this.taskId), { status: 'completed' });
		return { report, doneAt };
	}

	/** What the test waits for when all is there. */
	protected beforeCancel(): Promise<void> {
		return Promise.resolve();
	}

	protected async upToDateAt(): Promise<string | undefined> {
		return (await this.world.caller.gateway.read(this.taskId)).progress?.upToDateAt;
	}

	protected async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
		await eventually(isSo, Boolean, `${what} of ${this.taskId}`, { looks: 3_300 });
	}
}
