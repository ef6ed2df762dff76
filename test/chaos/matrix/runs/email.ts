import { waitUntil } from '../../../../scripts/processes/wait-until.mjs';
import { reviewSchema } from '../../../../worker/gateway/schemas';
import { emailResultSchema } from '../../../../worker/tasks/schemas/email-send-with-review';
import { pick } from '../dice';
import type { Effect, EffectKind } from '../oracle';
import type { Intention } from '../verdict';
import { anyLost, closedAtOf, type End, hasLateAnswer, Run } from './run';

const PATIENCE_MS = 330_000;
/** How long the first look at the delivery is held. Milliseconds. */
const FOLLOW_HELD_MS = 20_000;
/** The decision is on its way for so long before the blow, at most. Milliseconds. */
const DECISION_MS = 60;

/** A mail that is approved at once. The request for its conversation, or for the reply in it, is held or goes wrong. */
export class EmailRun extends Run {
	private agent = '';
	private hash = '';
	private decidedAt: number | null = null;
	private deciding: Promise<unknown> = Promise.resolve();
	private asked = false;

	private get address(): string {
		return `${this.key}@client.example`;
	}

	private get struckPath(): string {
		return pick(this.planned.subSeed, 'request', ['/email/conversations', '/email/replies']);
	}

	async bring(): Promise<void> {
		this.agent = await this.world.mailboxes.take();
		this.before = this.world.oracle.newestEffect();
		this.heardOf(await this.start());
		this.hash = (await this.question()).hash;
		const agent = `/agents/${this.agent}`;
		await this.holdService('POST', `${agent}${this.struckPath}`);
		if (this.cell.point === 'waiting') {
			const late = { kind: 'late-answer', delayMs: FOLLOW_HELD_MS } as const;
			await this.world.admin.addFault('GET', `${agent}/email/conversations/{sessionId}`, late);
		}
	}

	private start(): Promise<string> {
		return this.world.caller.start('email-send-with-review', this.key, {
			...{ version: 1, connection: 'wide', agentId: this.agent, to: [this.address] },
			...{ subject: `Order ${this.number}`, content: 'It is on its way.', resumeAutoReplies: true },
		});
	}

	protected async begin(): Promise<void> {
		if (this.cell.point === 'decision') return;
		this.decide();
		if (this.cell.point === 'in-flight') this.decide();
		await this.deciding;
	}

	/** Sends the decision; the same one each time. */
	private decide(): void {
		this.decidedAt ??= Date.now();
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/decision`;
		const body = { action: 'approve', hash: this.hash };
		const decided = this.world.caller.post(path, `${this.key}-yes`, body);
		this.deciding = Promise.all([this.deciding, decided]);
		// Who waits for it hears of it; until then it is not lost.
		this.deciding.catch(() => undefined);
	}

	override async onBlow(): Promise<void> {
		if (this.cell.point !== 'decision') return;
		this.decide();
		const ms = pick(this.planned.subSeed, 'decision', [0, DECISION_MS / 4, DECISION_MS / 2, DECISION_MS]);
		await new Promise((resolve) => setTimeout(resolve, ms));
	}

	async sendAgain(): Promise<void> {
		this.heardOf(await this.start());
		this.decide();
		await this.deciding;
	}

	isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'decision':
				return Promise.resolve(true);
			case 'random':
				return Promise.resolve(this.firstAttemptAt() !== null);
			case 'waiting':
				return Promise.resolve(this.looks.some(({ fault }) => fault !== null));
			default:
				return Promise.resolve(this.struckAt() !== null);
		}
	}

	/** At the decision the intention is the decision itself, which the caller has begun to send. */
	firstAttemptAt(): number | null {
		return this.cell.point === 'decision' ? this.decidedAt : (this.posts[0]?.at ?? null);
	}

	struckAt(): number | null {
		return this.posts.find(({ fault }) => fault !== null)?.at ?? null;
	}

	workflowIds(): string[] {
		return [this.taskId];
	}

	isAnswered(): boolean {
		return this.posts.some(hasLateAnswer);
	}

	lostAnswer(): boolean {
		return anyLost(this.posts);
	}

	async end(): Promise<End> {
		await this.deciding;
		const task = await waitUntil(
			`The end of ${this.taskId}`,
			async () => {
				const view = await this.world.caller.gateway.read(this.taskId);
				if (view.status !== 'running') return view;
				if (view.stage === 'uncertain') await this.settle();
				return null;
			},
			{ timeoutMs: PATIENCE_MS, everyMs: 1_000 },
		);
		const result = emailResultSchema.safeParse(task.result).data;
		const closedAt = closedAtOf(task);
		this.world.mailboxes.giveBack(this.agent);
		return {
			told: {
				status: task.status,
				unknown: result?.outcome === 'unknown',
				ambiguous: result?.audit.uncertain === true || this.asked,
				duplicates: [],
				closedAt,
			},
			doneAt: closedAt,
		};
	}

	/** Nobody knows whether it was sent: the same key cannot send it twice. */
	private async settle(): Promise<void> {
		this.asked = true;
		const { hash } = await this.question();
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/decision`;
		await this.world.caller.post(path, `${this.key}-retry`, { action: 'retry_same_key', hash });
	}

	private async question() {
		const path = `/v1/tasks/${encodeURIComponent(this.taskId)}/review`;
		return waitUntil(
			`A question of ${this.taskId}`,
			async () => (await this.world.caller.gateway.ask(reviewSchema, { method: 'GET', path })).question,
			{ timeoutMs: PATIENCE_MS },
		);
	}

	async intentions(): Promise<Intention[]> {
		const of = (kind: EffectKind) => this.world.oracle.effects(this.agent, kind, this.before);
		const keyed = (what: string, effects: Effect[]): Intention => ({
			what: `${what} for ${this.address}`,
			kind: 'keyed',
			effects: effects.map(({ id, at }) => ({ id: String(id), at })),
		});
		const keys = of('email-key');
		return Promise.resolve([
			keyed('conversation', of('email-conversation')),
			keyed('reply', of('email-reply')),
			keyed(
				'key of the conversation',
				keys.filter(({ intention }) => intention.startsWith('conversation ')),
			),
			keyed(
				'key of the reply',
				keys.filter(({ intention }) => intention.startsWith('reply ')),
			),
			keyed('mail', this.world.oracle.mails(this.address)),
			keyed('resumed replies', of('replies-resumed')),
			this.eventIntention(),
		]);
	}

	private get posts() {
		const at = (path: string) => this.requests(this.agent, 'POST', path);
		return [...at('/email/conversations'), ...at('/email/replies')];
	}

	private get looks() {
		return this.requests(this.agent, 'GET', '/email/conversations/*');
	}
}
