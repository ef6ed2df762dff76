import type { Intention } from '../verdict';
import { EndlessRun } from './endless-run';
import { type LeadEffect, leadIntentions } from './lead-effects';

const LATER_LEADS = 5;

/**
 * A sync that was through with an empty list when leads came. What differs from destination to destination is where its
 * writes are held, and how they are counted.
 */
export abstract class SyncRun extends EndlessRun {
	protected abstract readonly destination: string;
	protected abstract readonly leads: number;
	protected readonly type = 'lead-sync';

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

	override async afterFault(): Promise<void> {
		await this.unhold();
		if (this.cell.point !== 'waiting') return;
		await this.capture('later', LATER_LEADS);
		await this.syncNow('later');
	}

	protected get attempts() {
		const requests = this.agents.flatMap((agent) => this.requests(agent, 'GET', '/leads'));
		return requests.toSorted((one, other) => one.id - other.id);
	}

	/** A page may be written once more after all leads are there. */
	protected override beforeCancel(): Promise<void> {
		return this.until('A pass', async () => Date.parse((await this.upToDateAt()) ?? '') > this.begunAt);
	}

	protected async missing(): Promise<number> {
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
