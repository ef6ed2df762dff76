import { waitUntil } from '../../../../scripts/processes/wait-until.mjs';
import type { Point } from '../cells';
import type { Intention } from '../verdict';
import { closedAtOf, type End, hasLateAnswer, Run } from './run';

const PATIENCE_MS = 330_000;
const LATER_LEADS = 5;

/** Where a request to a destination is held, or goes wrong. */
export const HELD_AT_THE_SINK: ReadonlySet<Point> = new Set<Point>(['in-the-sink', 'sink-commit', 'sink', 'random']);

/**
 * A sync that was through with an empty list when leads came. What differs from destination to destination is where its
 * writes are held, and how they are counted.
 */
export abstract class SyncRun extends Run {
	protected agent = '';
	protected abstract readonly destination: string;
	protected abstract readonly leads: number;
	private doneAt = 0;

	async bring(): Promise<void> {
		const { admin, stack } = this.world;
		this.agent = (await admin.createAgent({ name: this.key, website: `${stack.sandbox.siteUrl}/` })).id;
		this.heardOf(await this.start());
		await waitUntil(
			`A first pass of ${this.taskId}`,
			async () =>
				(await this.world.caller.gateway.read(this.taskId)).progress?.upToDateAt === undefined ? null : true,
			{ timeoutMs: PATIENCE_MS, everyMs: 300 },
		);
	}

	private start(): Promise<string> {
		const input = { version: 1, connection: 'paced', agentId: this.agent, destination: this.destination };
		return this.world.caller.start('lead-sync', this.key, { ...input, intervalSeconds: 3_600 });
	}

	protected async begin(): Promise<void> {
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
	protected abstract sinkStruckAt(): Promise<number | null>;
	/** What of the agent is there, by lead. */
	protected abstract written(): Promise<Map<number, Array<{ id: string; at: number }>>>;

	/** Addresses tell the run, for those who stand between the worker and the destination. */
	protected emailOf(which: string, count: number): string {
		return `${which}${count}@${this.key}.example`;
	}

	/** The leads that are to be synced. */
	protected fill(): Promise<void> {
		return this.capture('first', this.leads);
	}

	private async capture(which: string, leads: number): Promise<void> {
		for (let count = 1; count <= leads; count += 1)
			await this.world.admin.captureLead(this.agent, { name: 'Ada Example', email: this.emailOf(which, count) });
	}

	private syncNow(which: string): Promise<unknown> {
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/actions/sync-now`;
		return this.world.caller.post(path, `${this.key}-${which}`, {});
	}

	async sendAgain(): Promise<void> {
		this.heardOf(await this.start());
		await this.syncNow('first');
	}

	private struck: number | null = null;
	async isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'random':
				return this.firstAttemptAt() !== null;
			case 'waiting':
				return (await this.missing()) === 0;
			case 'in-the-sink':
			case 'sink-commit':
			case 'sink':
				this.struck ??= await this.sinkStruckAt();
				return this.struck !== null;
			default:
				return this.struckAt() !== null;
		}
	}

	override async afterBlow(): Promise<void> {
		await this.unhold();
		if (this.cell.point !== 'waiting') return;
		await this.capture('later', LATER_LEADS);
		await this.syncNow('later');
	}

	firstAttemptAt(): number | null {
		return this.reads[0]?.at ?? null;
	}

	struckAt(): number | null {
		return this.struck ?? this.reads.find(({ fault }) => fault !== null)?.at ?? null;
	}

	workflowIds(): string[] {
		return [this.taskId];
	}

	isAnswered(): boolean {
		return this.reads.some(hasLateAnswer);
	}

	lostAnswer(): boolean {
		return false;
	}

	/** It never ends by itself: it is cancelled once all is there. What is missing when patience ends is lost. */
	async end(): Promise<End> {
		const { caller } = this.world;
		await waitUntil(
			`All leads of ${this.taskId} at the destination`,
			async () => ((await this.missing()) === 0 ? true : null),
			{ timeoutMs: PATIENCE_MS, everyMs: 1_000 },
		).catch(() => undefined);
		this.doneAt = Date.now();
		// A page may be written once more after all are there.
		await waitUntil(`A pass of ${this.taskId}`, () => this.isThrough(), { timeoutMs: PATIENCE_MS, everyMs: 1_000 });
		await caller.persistently('A cancellation', () => caller.gateway.cancel(this.taskId));
		const task = await caller.untilEnded(this.taskId);
		const closedAt = closedAtOf(task);
		return {
			// It is cancelled by us: that is how it ends well.
			told: { status: 'completed', unknown: false, ambiguous: false, duplicates: [], closedAt },
			doneAt: this.doneAt,
		};
	}

	private async isThrough(): Promise<true | null> {
		const { progress } = await this.world.caller.gateway.read(this.taskId);
		return Date.parse(progress?.upToDateAt ?? '') > this.begunAt ? true : null;
	}

	private async missing(): Promise<number> {
		const written = await this.written();
		return this.wanted.filter((id) => !written.has(id)).length;
	}

	private get wanted(): number[] {
		return this.world.oracle.leads(this.agent).map(({ id }) => id);
	}

	async intentions(): Promise<Intention[]> {
		const written = await this.written();
		const rows = this.wanted.map((lead): Intention => ({
			what: `lead ${lead} at ${this.destination}`,
			kind: 'row',
			effects: written.get(lead) ?? [],
		}));
		return [...rows, this.eventIntention()];
	}

	protected get reads() {
		return this.requests(this.agent, 'GET', '/leads');
	}
}
