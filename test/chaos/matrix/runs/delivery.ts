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
/** Pause after each page, in seconds of the sandbox's clock: a run of the site takes a quarter of an hour. */
const PAGE_SECONDS = 80_000;

/** A task, and the telling of its end, which is held or goes wrong at the receiver. */
abstract class DeliveryRun extends Run {
	protected agent = '';

	/** A task that goes on and on, until its end is wanted. */
	async bring(): Promise<void> {
		const { admin, stack, receiver, oracle, caller } = this.world;
		this.before = oracle.newestEffect();
		const agent = { name: this.key, website: `${stack.sandbox.siteUrl}/`, pageSeconds: PAGE_SECONDS };
		this.agent = (await admin.createAgent(agent)).id;
		const fault = gateFault(this.cell, this.planned.subSeed, GIVES_UP_MS);
		if (fault !== null) receiver.trap(this.marker, this.route, fault, this.times);
		const input = { version: 1, connection: 'wide', agentId: this.agent, waitUntil: 'finished', ifActive: 'adopt' };
		this.heardOf(await caller.start('retrain-and-wait', this.key, input));
		await waitUntil('A training run', () => Promise.resolve(this.trainingRuns.length > 0 ? true : null), {
			timeoutMs: PATIENCE_MS,
		});
	}

	private get times(): number {
		if (this.cell.point === 'sink') return 1;
		return this.cell.point === 'in-flight' ? 2 : TIMES;
	}

	protected abstract readonly route: RegExp;
	protected abstract get marker(): string;

	/** Its end is told at once. */
	protected async begin(): Promise<void> {
		const { caller } = this.world;
		await caller.persistently('A cancellation', () => caller.gateway.cancel(this.taskId));
	}

	/** Nobody sends an event but the task itself. */
	sendAgain(): Promise<void> {
		return Promise.resolve();
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

	/** The end of a delivery is the first answer that says yes, and that Temporal was told of. */
	async end(): Promise<End> {
		const task = await this.world.caller.untilEnded(this.taskId);
		const done = await waitUntil(
			`A delivery about ${this.taskId}`,
			() => Promise.resolve(this.arrivals.find((arrival) => this.isEnd(arrival)) ?? null),
			{ timeoutMs: PATIENCE_MS, everyMs: 500 },
		).catch(() => null);
		const doneAt = done?.answeredAt ?? closedAtOf(task);
		return {
			// It is cancelled by us: that is how it ends well.
			told: {
				status: task.status === 'cancelled' ? 'completed' : task.status,
				unknown: false,
				ambiguous: false,
				duplicates: [],
				closedAt: doneAt,
			},
			doneAt,
		};
	}

	/** Where the worker dies with the answer, it is one that came after that. */
	private isEnd({ takenAt, answeredAt }: Arrival): boolean {
		const since = this.cell.point === 'answered' ? (this.hitAt ?? 0) : 0;
		return takenAt !== null && answeredAt !== null && answeredAt > since;
	}

	async intentions(): Promise<Intention[]> {
		const effects = this.arrivals.flatMap(({ id, takenAt }) =>
			takenAt === null ? [] : [{ id: id ?? '', at: takenAt }],
		);
		return Promise.resolve([
			{ what: `${this.cell.task} of ${this.taskId}`, kind: 'delivery' as const, effects },
			{ what: `training run of ${this.agent}`, kind: 'keyless' as const, effects: this.trainingRuns },
		]);
	}

	private get trainingRuns() {
		return this.world.oracle
			.effects(this.agent, 'training-run', this.before)
			.map(({ subject, at }) => ({ id: subject, at }));
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

	override async bring(): Promise<void> {
		await super.bring();
		await this.wait();
		if (this.cell.point === 'in-flight') await this.wait();
	}

	override async sendAgain(): Promise<void> {
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
