import { deliveryIdOf } from '../../../../../workflows/task/ids';
import { textAt } from '../../../../../scripts/json.mjs';
import { eventually, isThere } from '../../../../support/time/eventually';
import { destinationFault } from '../faults';
import type { Arrival } from '../faulty-server';
import type { Intention } from '../verdict';
import type { End } from './run';
import { TaskRun } from './task-run';
import { taskReportOf } from './task-report';
/** The worker waits this long for a response of the receiver. Milliseconds. */
const GIVES_UP_MS = 10_000;
/** The worker retries held requests before the wave is ready. */
const TIMES = 4;
/** Pause after each page, in seconds of the sandbox's clock: a run of the site takes a quarter of an hour. */
const PAGE_SECONDS = 80_000;

/** A task, and the notification of its end, which is held or goes wrong at the receiver. */
abstract class DeliveryRun extends TaskRun {
	protected agent = '';
	protected readonly type = 'retrain-and-wait';

	/** A task that continues until `begin` ends it. */
	async prepare(): Promise<void> {
		this.before = this.world.oracle.newestEffect();
		this.agent = await this.newAgent(PAGE_SECONDS);
		const fault = destinationFault(this.cell, this.planned.subSeed, GIVES_UP_MS);
		if (fault !== null) this.world.receiver.injectFault(this.marker, this.route, fault, this.times);
		await this.start();
		await eventually(() => this.trainingRun(this.agent).effects[0], isThere, 'A training run', { looks: 3_300 });
	}

	protected input(): object {
		return { version: 1, connection: 'wide', agentId: this.agent, waitUntil: 'finished', ifActive: 'adopt' };
	}

	private get times(): number {
		if (this.cell.point === 'sink') return 1;
		return this.cell.point === 'in-flight' ? 2 : TIMES;
	}

	protected abstract readonly route: RegExp;
	protected abstract get marker(): string;

	/** Ends the task, so that its end is reported at once. */
	protected override async begin(): Promise<void> {
		const { caller } = this.world;
		await caller.persistently('A cancellation', () => caller.gateway.cancel(this.taskId));
	}

	/** Only the task itself sends an event. */
	override sendAgain(): Promise<void> {
		return Promise.resolve();
	}

	override afterFault(): Promise<void> {
		this.world.receiver.clearFault(this.marker);
		return Promise.resolve();
	}

	/** A delivery ends with the first successful response that Temporal has recorded. */
	override async end(): Promise<End> {
		const task = await this.world.caller.untilEnded(this.taskId);
		const done = await eventually(
			() => this.attempts.find((arrival) => this.isEnd(arrival)),
			isThere,
			`A delivery about ${this.taskId}`,
			{ everyMs: 500, looks: 660 },
		).catch(() => null);
		const { closedAt, status } = taskReportOf(task);
		const doneAt = done?.answeredAt ?? closedAt;
		// It is cancelled by us: that is how it ends well.
		const report = taskReportOf(task, { status: status === 'cancelled' ? 'completed' : status, closedAt: doneAt });
		return { report, doneAt };
	}

	/** If the worker dies with the response, only a response after its death counts. */
	private isEnd({ takenAt, answeredAt }: Arrival): boolean {
		const since = this.cell.point === 'answered' ? (this.hitAt ?? 0) : 0;
		return takenAt !== null && answeredAt !== null && answeredAt > since;
	}

	intentions(): Promise<Intention[]> {
		const effects = this.attempts.flatMap(({ id, takenAt }) =>
			takenAt === null ? [] : [{ id: id ?? '', at: takenAt }],
		);
		const delivery: Intention = { what: `${this.cell.task} of ${this.taskId}`, kind: 'delivery', effects };
		return Promise.resolve([delivery, this.trainingRun(this.agent)]);
	}

	protected get attempts(): Arrival[] {
		return this.world.receiver.of(this.marker, this.route);
	}
}

export class EventRun extends DeliveryRun {
	protected readonly route = /\/events$/;

	protected get marker(): string {
		return this.agent;
	}

	/** The event of the end: a retrain-and-wait sends no other. */
	override workflowIds(): string[] {
		const [first] = this.attempts;
		return first === undefined || first.id === null ? [] : [deliveryIdOf(first.id, this.world.subscriptionId)];
	}
}

export class CallbackRun extends DeliveryRun {
	private waitId = '';
	protected readonly route = /\/callbacks\//;

	protected get marker(): string {
		return `/callbacks/${this.key}/`;
	}

	override async prepare(): Promise<void> {
		await super.prepare();
		await this.wait();
		if (this.cell.point === 'in-flight') await this.wait();
	}

	override async sendAgain(): Promise<void> {
		await this.wait();
	}

	private async wait(): Promise<void> {
		const answer = await this.world.caller.post('/v1/waits', `${this.key}-wait`, {
			taskIds: [this.taskId],
			callbackUrl: `${this.world.receiver.url}${this.marker}`,
			executionId: this.key,
			nodeId: 'wait',
			runIndex: 0,
		});
		this.waitId = textAt(answer, 'id');
	}

	override workflowIds(): string[] {
		return [this.waitId.replace(/^wait~/, 'deliver/wait.ended/')];
	}
}
