import { randomUUID } from 'node:crypto';
import { eventually } from '../eventually';
import { TemporalTaskActions, type StartedTask, type TaskView } from '../../../worker/tasks';
import { Platform, type PlatformOptions } from '../temporal/start-platform';

const INTERVAL_SECONDS = 10;

/** A real Temporal, sandbox and worker, with what tests of syncs do to them. */
export class SyncPlatform {
	private constructor(
		readonly platform: Platform,
		readonly actions: TemporalTaskActions,
	) {}

	static async start(options: PlatformOptions): Promise<SyncPlatform> {
		const platform = await Platform.start(options);
		return new SyncPlatform(platform, new TemporalTaskActions(platform.client));
	}

	async stop(): Promise<void> {
		await this.platform.stop();
	}

	/** An agent of the test's own with so many leads. @returns its id */
	async agentWith(leads: number): Promise<string> {
		const { id } = await this.platform.admin.createAgent({ name: 'Sync', website: this.platform.sandbox.siteUrl });
		for (let number = 1; number <= leads; number += 1) await this.capture(id, `person${number}@example.com`);
		return id;
	}

	/** @returns the lead's id */
	async capture(agentId: string, email: string, more: object = {}): Promise<number> {
		return (await this.platform.admin.captureLead(agentId, { name: 'Ada Example', email, ...more })).id;
	}

	async sync(agentId: string, destination: string, more: object = {}): Promise<StartedTask> {
		const input = {
			version: 1,
			connection: 'sandbox',
			agentId,
			destination,
			intervalSeconds: INTERVAL_SECONDS,
			...more,
		};
		return this.platform.tasks.start({ type: 'lead-sync', idempotencyKey: randomUUID(), input });
	}

	async act(id: string, action: string, input: object = {}): Promise<string> {
		return (await this.actions.act({ id, action, idempotencyKey: randomUUID(), input })).message;
	}

	/** Waits until the task is as it should be. */
	async until(id: string, what: string, isSo: (task: TaskView) => boolean): Promise<TaskView> {
		return eventually(() => this.platform.tasks.get(id), isSo, `Task with ${what}`);
	}

	async untilSynced(id: string, leads: number): Promise<TaskView> {
		return this.until(id, `${leads} leads synced`, ({ progress }) => progress?.itemsDone === leads);
	}

	async cancel(id: string): Promise<TaskView> {
		await this.platform.tasks.cancel(id);
		return this.platform.tasks.waitFor(id, 500_000);
	}
}
