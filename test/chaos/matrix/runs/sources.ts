import { addSourcesResultSchema } from '../../../../worker/tasks/schemas/add-sources';
import { serviceFault } from '../faults';
import type { Intention } from '../verdict';
import { anyLost, closedAtOf, type End, hasLateAnswer, Run } from './run';

/** How long the last look at what was added is held. Milliseconds. */
const WATCH_HELD_MS = 20_000;
/** So that the task still runs when the first request takes effect at last. Milliseconds. */
const OUTLAST_MS = 22_000;

/** Two texts, of which the request for the first is held or goes wrong. */
export class SourcesRun extends Run {
	private agent = '';

	async bring(): Promise<void> {
		const { admin, stack } = this.world;
		this.agent = (await admin.createAgent({ name: this.key, website: `${stack.sandbox.siteUrl}/` })).id;
		const path = `/agents/${this.agent}/sources`;
		const fault = serviceFault(this.cell, this.planned.subSeed);
		if (fault !== null) await admin.addFault('POST', path, fault);
		if (this.cell.fault === 'late-commit') {
			await admin.addFault('POST', path, { kind: 'delay', delayMs: 1 });
			await admin.addFault('POST', path, { kind: 'delay', delayMs: OUTLAST_MS });
		}
	}

	protected async begin(): Promise<void> {
		const twice = this.cell.point === 'in-flight';
		for (const id of await Promise.all(twice ? [this.start(), this.start()] : [this.start()])) this.heardOf(id);
	}

	async sendAgain(): Promise<void> {
		this.heardOf(await this.start());
	}

	private start(): Promise<string> {
		const sources = this.titles.map((title) => ({ type: 'text', title, content: `What ${title} says.` }));
		const input = { version: 1, connection: 'wide', agentId: this.agent, sources };
		return this.world.caller.start('add-sources', this.key, input);
	}

	private get titles(): string[] {
		return ['first', 'second'].map((which) => `${this.key} ${which}`);
	}

	async isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'random':
				return this.firstAttemptAt() !== null;
			case 'waiting':
				return this.watchIsHeld();
			default:
				return this.struckAt() !== null;
		}
	}

	/** The first text is there: from now on the list is answered late, whichever look of the task it is. */
	private watching = false;
	private async watchIsHeld(): Promise<boolean> {
		const path = `/agents/${this.agent}/sources`;
		if (!this.watching && this.posts.length > 0) {
			this.watching = true;
			await this.world.admin.addFault('GET', path, { kind: 'late-answer', delayMs: WATCH_HELD_MS });
		}
		return this.requests(this.agent, 'GET', '/sources').some(({ fault }) => fault !== null);
	}

	firstAttemptAt(): number | null {
		return this.posts[0]?.at ?? null;
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
		const task = await this.world.caller.untilEnded(this.taskId);
		const rows = addSourcesResultSchema.safeParse(task.result).data?.rows ?? [];
		const closedAt = closedAtOf(task);
		return {
			told: {
				status: task.status,
				unknown: rows.some(({ status }) => status === 'needs_person'),
				ambiguous: rows.some(({ audit }) => audit.ambiguous && audit.postAttempts > 1),
				duplicates: rows.flatMap(({ audit }) => audit.duplicates.map(String)),
				closedAt,
			},
			doneAt: closedAt,
		};
	}

	async intentions(): Promise<Intention[]> {
		const effects = this.world.oracle.effects(this.agent, 'source', this.before);
		const sources = this.titles.map((title): Intention => ({
			what: `source "${title}" of ${this.agent}`,
			kind: 'keyless',
			effects: effects
				.filter(({ intention }) => intention === `text ${title}`)
				.map(({ subject, at }) => ({ id: subject, at })),
		}));
		return Promise.resolve([...sources, this.eventIntention()]);
	}

	private get posts() {
		return this.requests(this.agent, 'POST', '/sources');
	}
}
