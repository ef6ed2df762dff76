import { randomUUID } from 'node:crypto';
import { type TaskView, TemporalTaskActions } from '../../../worker/tasks';
import { eventually } from '../time/eventually';
import type { Platform } from './start-platform';

/** What tests of syncs do to a platform. */
export class TaskSteps {
	readonly actions: TemporalTaskActions;

	constructor(readonly platform: Platform) {
		this.actions = new TemporalTaskActions(platform.client);
	}

	stop(): Promise<void> {
		return this.platform.stop();
	}

	/** An agent of the test's own. @returns its id */
	async newAgent(): Promise<string> {
		const { admin, sandbox } = this.platform;
		return (await admin.createAgent({ name: 'Sync', website: sandbox.siteUrl })).id;
	}

	async act(id: string, action: string, input: object = {}): Promise<string> {
		return (await this.actions.act({ id, action, idempotencyKey: randomUUID(), input })).message;
	}

	/** Waits until the task is as it should be. */
	async until(id: string, what: string, isSo: (task: TaskView) => boolean): Promise<TaskView> {
		return eventually(() => this.platform.tasks.get(id), isSo, `Task with ${what}`);
	}

	async cancel(id: string): Promise<TaskView> {
		await this.platform.tasks.cancel(id);
		return this.platform.tasks.waitFor(id, 500_000);
	}
}
