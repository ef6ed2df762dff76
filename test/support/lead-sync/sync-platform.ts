import { randomUUID } from 'node:crypto';
import type { StartedTask, TaskView } from '../../../worker/tasks';
import { Platform, type PlatformOptions } from '../temporal/start-platform';
import { TaskSteps } from '../temporal/task-steps';

const INTERVAL_SECONDS = 10;

/** A real Temporal, sandbox and worker, with what tests of syncs do to them. */
export class SyncPlatform extends TaskSteps {
	static async start(options: PlatformOptions): Promise<SyncPlatform> {
		return new SyncPlatform(await Platform.start(options));
	}

	/** An agent of the test's own with so many leads. @returns its id */
	async agentWith(leads: number): Promise<string> {
		const id = await this.newAgent();
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

	async untilSynced(id: string, leads: number): Promise<TaskView> {
		return this.until(id, `${leads} leads synced`, ({ progress }) => progress?.itemsDone === leads);
	}
}
