import { waitUntil } from '../../../../../scripts/processes/wait-until.mjs';
import type { Intention } from '../verdict';
import { type LeadEffect, leadIntentions } from './lead-effects';
import type { End } from './run';
import { TaskRun } from './task-run';
import { taskReportOf } from './task-report';

const PATIENCE_MS = 330_000;
const LATER_LEADS = 5;

/**
 * A sync that was through with an empty list when leads came. What differs from destination to destination is where its
 * writes are held, and how they are counted.
 */
export abstract class SyncRun extends TaskRun {
	protected agent = '';
	protected abstract readonly destination: string;
	protected abstract readonly leads: number;
	protected readonly type = 'lead-sync';

	async prepare(): Promise<void> {
		this.agent = await this.newAgent();
		await this.start();
		await waitUntil(
			`A first pass of ${this.taskId}`,
			async () =>
				(await this.world.caller.gateway.read(this.taskId)).progress?.upToDateAt === undefined ? null : true,
			{ timeoutMs: PATIENCE_MS, everyMs: 300 },
		);
	}

	protected input(): object {
		const { agent: agentId, destination } = this;
		return { version: 1, connection: 'paced', agentId, destination, intervalSeconds: 3_600 };
	}

	/** Whose leads are to be synced. */
	protected get agents(): readonly string[] {
		return [this.agent];
	}

	protected override async begin(): Promise<void> {
		await this.fill();
		await this.holdService('GET', `/agents/${this.agent}/leads`);
		await this.hold();
		await this.syncNow('first');
		if (this.cell.point === 'in-flight') await this.syncNow('first');
	}

	/** Holds the write of the leads where the cell says so. */
	protected abstract hold(): Promise<void>;
	protected abstract unhold(): Promise<void>;
	/** Whether a write is held or went wrong at the destination. */
	protected abstract destinationFaultAt(): Promise<number | null>;
	/** What of the agent is there, by lead. */
	protected abstract written(): Promise<LeadEffect[]>;

	/** Addresses identify the run to the server between the worker and the destination. */
	protected emailOf(which: string, count: number): string {
		return `${which}${count}@${this.key}.example`;
	}

	/** The leads that are to be synced. */
	protected fill(): Promise<void> {
		return this.capture('first', this.leads);
	}

	private async capture(which: string, leads: number): Promise<void> {
		for (let count = 1; count <= leads; count += 1) {
			const agent = this.agents[(count - 1) % this.agents.length] ?? this.agent;
			await this.world.admin.captureLead(agent, { name: 'Ada Example', email: this.emailOf(which, count) });
		}
	}

	private syncNow(which: string): Promise<unknown> {
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/actions/sync-now`;
		return this.world.caller.post(path, `${this.key}-${which}`, {});
	}

	override async sendAgain(): Promise<void> {
		await super.sendAgain();
		await this.syncNow('first');
	}

	private faultAt: number | null = null;
	override async isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'waiting':
				return (await this.missing()) === 0;
			case 'in-the-sink':
			case 'sink-commit':
			case 'sink':
				this.faultAt ??= await this.destinationFaultAt();
				return this.faultAt !== null;
			default:
				return super.isHeld();
		}
	}

	override async afterFault(): Promise<void> {
		await this.unhold();
		if (this.cell.point !== 'waiting') return;
		await this.capture('later', LATER_LEADS);
		await this.syncNow('later');
	}

	override requestFaultAt(): number | null {
		return this.faultAt ?? super.requestFaultAt();
	}

	protected get attempts() {
		const requests = this.agents.flatMap((agent) => this.requests(agent, 'GET', '/leads'));
		return requests.toSorted((one, other) => one.id - other.id);
	}

	/** A sync never ends by itself: the test cancels it once all leads are there. Leads that are missing then are lost. */
	override async end(): Promise<End> {
		const { caller } = this.world;
		await waitUntil(
			`All leads of ${this.taskId} at the destination`,
			async () => ((await this.missing()) === 0 ? true : null),
			{ timeoutMs: PATIENCE_MS, everyMs: 1_000 },
		).catch(() => undefined);
		const doneAt = Date.now();
		// A page may be written once more after all are there.
		await waitUntil(`A pass of ${this.taskId}`, () => this.isThrough(), { timeoutMs: PATIENCE_MS, everyMs: 1_000 });
		await caller.persistently('A cancellation', () => caller.gateway.cancel(this.taskId));
		// It is cancelled by us: that is how it ends well.
		const report = taskReportOf(await caller.untilEnded(this.taskId), { status: 'completed' });
		return { report, doneAt };
	}

	private async isThrough(): Promise<true | null> {
		const { progress } = await this.world.caller.gateway.read(this.taskId);
		return Date.parse(progress?.upToDateAt ?? '') > this.begunAt ? true : null;
	}

	private async missing(): Promise<number> {
		const written = new Set((await this.written()).map(({ lead }) => lead));
		return this.wanted.filter((id) => !written.has(id)).length;
	}

	private get wanted(): number[] {
		return this.agents.flatMap((agent) => this.world.oracle.leads(agent)).map(({ id }) => id);
	}

	async intentions(): Promise<Intention[]> {
		const rows = leadIntentions(this.wanted, await this.written(), `at ${this.destination}`);
		return [...rows, ...this.endEvents()];
	}
}
