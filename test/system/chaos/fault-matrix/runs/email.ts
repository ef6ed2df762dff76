import { eventually, isThere } from '../../../../support/time/eventually';
import { reviewSchema } from '../../../../../worker/gateway/schemas';
import { emailResultSchema } from '../../../../../workflows/email/contract';
import type { DecisionAction } from '../../../../../workflows/email/contract';
import { pick } from '../../../../support/seeded-random';
import type { Effect, EffectKind } from '../oracle';
import type { Intention } from '../verdict';
import type { End } from './run';
import { TaskRun } from './task-run';
import { taskReportOf } from './task-report';
/** How long the first look at the delivery is held. Milliseconds. */
const FOLLOW_HELD_MS = 20_000;
/** The decision is on its way for at most this long before the fault. Milliseconds. */
const DECISION_MS = 60;

/** A mail that is approved at once. The request for its conversation, or for the reply in it, is held or goes wrong. */
export class EmailRun extends TaskRun {
	private agent = '';
	private hash = '';
	private decidedAt: number | null = null;
	private deciding: Promise<unknown> = Promise.resolve();
	private asked = false;
	protected readonly type = 'email-send-with-review';

	private get address(): string {
		return `${this.key}@client.example`;
	}

	private get targetPath(): string {
		return pick(this.planned.subSeed, 'request', ['/email/conversations', '/email/replies']);
	}

	async prepare(): Promise<void> {
		this.agent = await this.world.mailboxes.take();
		this.before = this.world.oracle.newestEffect();
		await this.start();
		this.hash = (await this.question()).hash;
		const agent = `/agents/${this.agent}`;
		await this.holdService('POST', `${agent}${this.targetPath}`);
		if (this.cell.point === 'waiting') {
			const late = { kind: 'late-answer', delayMs: FOLLOW_HELD_MS } as const;
			await this.world.admin.addFault('GET', `${agent}/email/conversations/{sessionId}`, late);
		}
	}

	protected input(): object {
		return {
			version: 1,
			connection: 'wide',
			agentId: this.agent,
			to: [this.address],
			subject: `Order ${this.number}`,
			content: 'It is on its way.',
			resumeAutoReplies: true,
		};
	}

	protected override async begin(): Promise<void> {
		if (this.cell.point === 'decision') return;
		this.decide();
		if (this.cell.point === 'in-flight') this.decide();
		await this.deciding;
	}

	/** Sends the decision; the same one each time. */
	private decide(): void {
		this.decidedAt ??= Date.now();
		const decided = this.sendDecision('yes', 'approve', this.hash);
		this.deciding = Promise.all([this.deciding, decided]);
		// `end` awaits it and reports its error; until then the rejection is handled here.
		this.deciding.catch(() => undefined);
	}

	override async beforeFault(): Promise<void> {
		if (this.cell.point !== 'decision') return;
		this.decide();
		const ms = pick(this.planned.subSeed, 'decision', [0, DECISION_MS / 4, DECISION_MS / 2, DECISION_MS]);
		await new Promise((resolve) => setTimeout(resolve, ms));
	}

	override async sendAgain(): Promise<void> {
		await super.sendAgain();
		this.decide();
		await this.deciding;
	}

	override async isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'decision':
				return true;
			case 'waiting':
				return this.looks.some(({ fault }) => fault !== null);
			default:
				return super.isHeld();
		}
	}

	/** At the decision the intention is the decision itself, which the caller has begun to send. */
	override firstAttemptAt(): number | null {
		return this.cell.point === 'decision' ? this.decidedAt : super.firstAttemptAt();
	}

	override async end(): Promise<End> {
		await this.deciding;
		const task = await eventually(
			async () => {
				const view = await this.world.caller.gateway.read(this.taskId);
				if (view.status !== 'running') return view;
				if (view.stage === 'uncertain') await this.settle();
				return null;
			},
			isThere,
			`The end of ${this.taskId}`,
			{ everyMs: 1_000, looks: 330 },
		);
		const result = emailResultSchema.safeParse(task.result).data;
		this.world.mailboxes.giveBack(this.agent);
		const report = taskReportOf(task, {
			unknown: result?.outcome === 'unknown',
			ambiguous: result?.audit.uncertain === true || this.asked,
		});
		return { report, doneAt: report.closedAt };
	}

	/** The outcome of the send is unknown: the same key cannot send it twice. */
	private async settle(): Promise<void> {
		this.asked = true;
		const { hash } = await this.question();
		await this.sendDecision('retry', 'retry_same_key', hash);
	}

	private sendDecision(name: string, action: DecisionAction, hash: string): Promise<unknown> {
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/decision`;
		return this.world.caller.post(path, `${this.key}-${name}`, { action, hash });
	}

	private async question() {
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/review`;
		return eventually(
			async () => (await this.world.caller.gateway.ask(reviewSchema, { method: 'GET', path })).question,
			isThere,
			`A question of ${this.taskId}`,
			{ looks: 3_300 },
		);
	}

	intentions(): Promise<Intention[]> {
		const of = (kind: EffectKind) => this.effects(this.agent, kind);
		const keyed = (what: string, effects: Effect[]): Intention => ({
			what: `${what} for ${this.address}`,
			kind: 'keyed',
			effects: effects.map(({ id, at }) => ({ id: String(id), at })),
		});
		const keys = (what: string) => of('email-key').filter(({ intention }) => intention.startsWith(`${what} `));
		return Promise.resolve([
			keyed('conversation', of('email-conversation')),
			keyed('reply', of('email-reply')),
			keyed('key of the conversation', keys('conversation')),
			keyed('key of the reply', keys('reply')),
			keyed('mail', this.world.oracle.mails(this.address)),
			keyed('resumed replies', of('replies-resumed')),
			...this.endEvents(),
		]);
	}

	protected get attempts() {
		return this.writes;
	}

	protected override get writes() {
		return ['/email/conversations', '/email/replies'].flatMap((path) => this.requests(this.agent, 'POST', path));
	}

	private get looks() {
		return this.requests(this.agent, 'GET', '/email/conversations/*');
	}
}
