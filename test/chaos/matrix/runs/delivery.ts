import { textAt } from '../../../../scripts/json.mjs';
import { waitUntil } from '../../../../scripts/processes/wait-until.mjs';
import { gateFault } from '../faults';
import type { Arrival } from '../gate';
import type { Intention } from '../verdict';
import { closedAtOf, type End, Run } from './run';

const PATIENCE_MS = 330_000;
/** The worker waits so long for an answer of the receiver. Milliseconds. */
const GIVES_UP_MS = 10_000;
/** Tried again while they are held: the wave is not there yet. */
const TIMES = 4;

/** A short task, and the telling of its end, which is held or goes wrong at the receiver. */
abstract class DeliveryRun extends Run {
	protected agent = '';

	async bring(): Promise<void> {
		const { admin, stack, receiver } = this.world;
		this.agent = (await admin.createAgent({ name: this.key, website: `${stack.sandbox.siteUrl}/` })).id;
		const fault = gateFault(this.cell, this.planned.subSeed, GIVES_UP_MS);
		const times = this.cell.point === 'sink' ? 1 : TIMES;
		if (fault !== null) receiver.trap(this.marker, this.route, fault, times);
	}

	protected abstract readonly route: RegExp;
	protected abstract get marker(): string;

	protected async begin(): Promise<void> {
		this.heardOf(await this.start());
	}

	private start(): Promise<string> {
		const input = { version: 1, connection: 'wide', agentId: this.agent, waitUntil: 'finished', ifActive: 'adopt' };
		return this.world.caller.start('retrain-and-wait', this.key, input);
	}

	async sendAgain(): Promise<void> {
		this.heardOf(await this.start());
	}

	isHeld(): Promise<boolean> {
		return Promise.resolve(this.struckAt() !== null);
	}

	firstAttemptAt(): number | null {
		return this.arrivals[0]?.at ?? null;
	}

	struckAt(): number | null {
		return this.arrivals.find(({ fault }) => fault !== null)?.at ?? null;
	}

	override afterBlow(): Promise<void> {
		this.world.receiver.release(this.marker);
		return Promise.resolve();
	}

	isAnswered(): boolean {
		return this.arrivals.some(({ fault, answeredAt }) => fault !== null && answeredAt !== null);
	}

	lostAnswer(): boolean {
		return false;
	}

	/** The end of a delivery is the first answer that says yes. */
	async end(): Promise<End> {
		const task = await this.world.caller.untilEnded(this.taskId);
		const done = await waitUntil(
			`A delivery about ${this.taskId}`,
			() =>
				Promise.resolve(
					this.arrivals.find(({ takenAt, answeredAt }) => takenAt !== null && answeredAt !== null) ?? null,
				),
			{ timeoutMs: PATIENCE_MS, everyMs: 500 },
		).catch(() => null);
		const doneAt = done?.answeredAt ?? closedAtOf(task);
		return {
			told: { status: task.status, unknown: false, ambiguous: false, duplicates: [], closedAt: doneAt },
			doneAt,
		};
	}

	async intentions(): Promise<Intention[]> {
		const effects = this.arrivals.flatMap(({ id, takenAt }) =>
			takenAt === null ? [] : [{ id: id ?? '', at: takenAt }],
		);
		const runs = this.world.oracle
			.effects(this.agent, 'training-run', this.before)
			.map(({ subject, at }) => ({ id: subject, at }));
		return Promise.resolve([
			{ what: `${this.cell.task} of ${this.taskId}`, kind: 'delivery' as const, effects },
			{ what: `training run of ${this.agent}`, kind: 'keyless' as const, effects: runs },
		]);
	}

	protected get arrivals(): Arrival[] {
		return this.world.receiver.of(this.marker, this.route);
	}
}

export class EventRun extends DeliveryRun {
	protected readonly route = /\/events$/;

	protected get marker(): string {
		return this.agent;
	}

	/** Only what tells of the end: nothing else is told of a retrain-and-wait. */
	workflowIds(): string[] {
		const [first] = this.arrivals;
		return first === undefined || first.id === null ? [] : [`deliver/${first.id}/${this.world.subscriptionId}`];
	}
}

export class CallbackRun extends DeliveryRun {
	private waitId = '';
	protected readonly route = /\/callbacks\//;

	protected get marker(): string {
		return `/callbacks/${this.key}/`;
	}

	protected override async begin(): Promise<void> {
		await super.begin();
		await this.wait();
		if (this.cell.point === 'in-flight') await this.wait();
	}

	override async sendAgain(): Promise<void> {
		await super.sendAgain();
		await this.wait();
	}

	private async wait(): Promise<void> {
		const answer = await this.world.caller.post('/v1/waits', `${this.key}-wait`, {
			...{ taskIds: [this.taskId], callbackUrl: `${this.world.receiver.url}${this.marker}` },
			...{ executionId: this.key, nodeId: 'wait', runIndex: 0 },
		});
		this.waitId = textAt(answer, 'id');
	}

	workflowIds(): string[] {
		return [this.waitId.replace(/^wait\//, 'deliver/wait.ended/')];
	}
}
