import { nameOf } from '../cells';
import { serviceFault, timesOf } from '../faults';
import type { Effect, EffectKind, Request } from '../oracle';
import type { PlannedRun } from '../plan';
import type { Intention, TaskReport } from '../verdict';
import type { World } from '../world';

export interface End {
	report: TaskReport;
	/** Milliseconds since 1970: when what was wanted was there, as the caller could see it. */
	doneAt: number;
}

/** A request that the effect needs, as it arrived at the service or at somebody outside. */
export interface Attempt {
	/** Milliseconds since 1970. */
	at: number;
	/** The fault that held it or made it fail. */
	fault: string | null;
	/** Null until the response has left. */
	status: number | null;
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

	/** Prepares everything before the effect. */
	abstract prepare(): Promise<void>;
	/** Sets the effect off; it is held or goes wrong as the cell says. */
	protected abstract begin(): Promise<void>;
	/** Requests of the effect, one of which is held or goes wrong; the first one first. */
	protected abstract get attempts(): readonly Attempt[];
	/** Sends again what the caller sent, with the same key. */
	abstract sendAgain(): Promise<void>;
	/** Waits for the end. */
	abstract end(): Promise<End>;
	/** What was wanted, with the effects that the oracle finds. */
	abstract intentions(): Promise<Intention[]>;

	async trigger(): Promise<void> {
		if (this.before === 0) this.before = this.world.oracle.newestEffect();
		this.begunAt = Date.now();
		await this.begin();
	}

	/** Whether the run is at the point of its cell. */
	isHeld(): Promise<boolean> {
		return Promise.resolve((this.cell.point === 'random' ? this.firstAttemptAt() : this.requestFaultAt()) !== null);
	}

	/** Milliseconds since 1970: when the effect was tried for the first time. */
	firstAttemptAt(): number | null {
		return this.attempts[0]?.at ?? null;
	}

	/** When its own request went wrong; null when it did not. */
	requestFaultAt(): number | null {
		return this.attempts.find(({ fault }) => fault !== null)?.at ?? null;
	}

	/** Whether the response to the request that was held after its effect has left. */
	isAnswered(): boolean {
		return this.attempts.some(({ fault, status }) => fault === 'late-answer' && status !== null);
	}

	/** Workflows whose calls are held. */
	workflowIds(): string[] {
		return [this.taskId];
	}

	/** Requests that write at the service; none where it is only read. */
	protected get writes(): readonly Request[] {
		return [];
	}

	/** Whether a fault kept the response to a write from the worker. */
	lostResponse(): boolean {
		return this.writes.some(({ status, fault }) => status === null || status >= 500 || fault !== null);
	}

	/** Whether the task may ask a person when it cannot know what became of its request. */
	get mayAsk(): boolean {
		return true;
	}

	/** Called just before a process fault. */
	beforeFault(): Promise<void> {
		return Promise.resolve();
	}

	/** Called after a process fault: removes what holds the run. */
	afterFault(): Promise<void> {
		return Promise.resolve();
	}

	/** Ids of the task in the responses to its caller. More than one is a double. */
	get taskIds(): ReadonlySet<string> {
		return this.ids;
	}

	protected addTaskId(id: string): void {
		this.ids.add(id);
		this.taskId = id;
	}

	/** @param pageSeconds as the admin API has it */
	protected async newAgent(pageSeconds?: number): Promise<string> {
		const website = `${this.world.stack.sandbox.siteUrl}/`;
		return (await this.world.admin.createAgent({ name: this.key, website, pageSeconds })).id;
	}

	protected async holdService(method: string, path: string, times = timesOf(this.cell)): Promise<void> {
		const fault = serviceFault(this.cell, this.planned.subSeed);
		if (fault !== null) await this.world.admin.addFault(method, path, fault, times);
	}

	/** Requests of a kind that reached the service since the effect was set off. */
	protected requests(agentId: string, method: string, path: string): Request[] {
		return this.world.oracle.requests(agentId, method, path, this.begunAt);
	}

	/** Its effects at the service. */
	protected effects(agentId: string, kind: EffectKind): Effect[] {
		return this.world.oracle.effects(agentId, kind, this.before);
	}

	protected trainingRun(agentId: string): Intention {
		const effects = bySubject(this.effects(agentId, 'training-run'));
		const lostResponses = this.requests(agentId, 'POST', '/retrain').filter(isLost).length;
		return { what: `training run of ${agentId}`, kind: 'keyless', effects, lostResponses };
	}

	/**
	 * Each task reports its end once. One that completed and that somebody has to look at is a failure too, to those who
	 * subscribe to failures: the receiver subscribes to both.
	 */
	protected endEvents(): Intention[] {
		const taken = this.world.receiver
			.of(this.taskId, /\/events/)
			.filter(({ takenAt, body }) => takenAt !== null && /"type":"task\.(completed|failed)"/.test(body));
		const [completed, failed] = ['task.completed', 'task.failed'].map((type) =>
			taken.filter(({ body }) => body.includes(`"type":"${type}"`)),
		);
		const isBoth = completed?.some(({ body }) => body.includes('"needsAttention":true')) === true;
		const told = isBoth ? [completed, failed] : [taken];
		return told.map((events = []) => ({
			what: `event of the end of ${this.taskId}`,
			kind: 'delivery',
			effects: events.map(({ id, takenAt }) => ({ id: id ?? '', at: takenAt ?? 0 })),
		}));
	}
}

/** Whether the caller may have no response. A refusal by a fault is one. */
function isLost({ status, fault }: Request): boolean {
	return status === null || status >= 500 || (fault !== null && fault !== 'status');
}

/** Effects, identified by what they made. */
export function bySubject(effects: readonly Effect[]): Intention['effects'] {
	return effects.map(({ subject, at }) => ({ id: subject, at }));
}
