import type { TaskWithLinks } from '../../../../worker/gateway/schemas';
import { nameOf } from '../cells';
import { serviceFault } from '../faults';
import type { Request } from '../oracle';
import type { PlannedRun } from '../plan';
import type { Intention, Told } from '../verdict';
import type { World } from '../world';

export interface End {
	told: Told;
	/** Milliseconds since 1970: when what was wanted was there, as the caller could see it. */
	doneAt: number;
}

/** One intention of a caller, or several that belong together, and what is done to it. */
export abstract class Run {
	taskId = '';
	/** The newest effect before it. */
	protected before = 0;
	/** Milliseconds since 1970: when the effect was set off. */
	protected begunAt = 0;
	/** When it was hit; null when it was not. */
	hitAt: number | null = null;
	/** Why it was not hit; empty when it was. */
	missed = '';
	private readonly ids = new Set<string>();

	constructor(
		readonly planned: PlannedRun,
		protected readonly world: World,
		/** Of all runs, from 1. */
		readonly number: number,
	) {}

	get name(): string {
		return nameOf(this.planned.cell);
	}

	get cell() {
		return this.planned.cell;
	}

	protected get key(): string {
		return `run-${this.number}`;
	}

	/** Makes ready all that comes before the effect. */
	abstract bring(): Promise<void>;
	/** Sets the effect off; it is held or goes wrong as the cell says. */
	protected abstract begin(): Promise<void>;
	/** Whether it is where the cell wants it to be hit. */
	abstract isHeld(): Promise<boolean>;
	/** Milliseconds since 1970: when the effect was tried for the first time. */
	abstract firstAttemptAt(): number | null;
	/** When its own request went wrong; null when it did not. */
	abstract struckAt(): number | null;
	/** Whether the request that was held has its answer. */
	abstract isAnswered(): boolean;
	/** Workflows whose calls are held. */
	abstract workflowIds(): string[];
	/** Sends again what the caller sent, with the same key. */
	abstract sendAgain(): Promise<void>;
	/** Waits for the end. */
	abstract end(): Promise<End>;
	/** What was wanted, with what the oracle has of it. */
	abstract intentions(): Promise<Intention[]>;

	async go(): Promise<void> {
		if (this.before === 0) this.before = this.world.oracle.newestEffect();
		this.begunAt = Date.now();
		await this.begin();
	}

	/** Just before the blow. */
	onBlow(): Promise<void> {
		return Promise.resolve();
	}

	/** After it: what held it is taken away. */
	afterBlow(): Promise<void> {
		return Promise.resolve();
	}

	/** Whether an answer of a write was lost, or its worker. */
	abstract lostAnswer(): boolean;

	/** Ids of the task that the caller was told; more than one is a double. */
	get taskIds(): ReadonlySet<string> {
		return this.ids;
	}

	protected heardOf(id: string): void {
		this.ids.add(id);
		this.taskId = id;
	}

	protected async holdService(method: string, path: string, times = 1): Promise<void> {
		const fault = serviceFault(this.cell, this.planned.subSeed);
		if (fault !== null) await this.world.admin.addFault(method, path, fault, times);
	}

	/** What of a kind of request has reached the service since the effect was set off. */
	protected requests(agentId: string, method: string, path: string): Request[] {
		return this.world.oracle.requests(agentId, method, path, this.begunAt);
	}

	/** Each task tells once that it ended. */
	protected eventIntention(): Intention {
		const taken = this.world.receiver
			.of(this.taskId, /\/events/)
			.filter(({ takenAt, body }) => takenAt !== null && /"type":"task\.(completed|failed)"/.test(body));
		return {
			what: `event of the end of ${this.taskId}`,
			kind: 'delivery',
			effects: taken.map(({ id, takenAt }) => ({ id: id ?? '', at: takenAt ?? 0 })),
		};
	}
}

/** Whether a fault or a blow kept an answer of these requests from the worker. */
export function anyLost(requests: readonly Request[]): boolean {
	return requests.some(({ status, fault }) => status === null || status >= 500 || fault !== null);
}

/** A request that was held after its effect, and whose answer has left. */
export function hasLateAnswer({ fault, status }: Request): boolean {
	return fault === 'late-answer' && status !== null;
}

export function closedAtOf({ closedAt }: TaskWithLinks): number {
	return closedAt === null ? Date.now() : Date.parse(closedAt);
}
