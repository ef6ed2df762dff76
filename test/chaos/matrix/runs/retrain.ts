import { z } from 'zod';
import type { TaskWithLinks } from '../../../../worker/gateway/schemas';
import { nightlyRetrainResultSchema } from '../../../../worker/tasks/schemas/nightly-retrain';
import { pick } from '../dice';
import type { Intention, Told } from '../verdict';
import { anyLost, closedAtOf, type End, hasLateAnswer, Run } from './run';

/** Pause after each page, in seconds of the sandbox's clock: a run of the site takes some 25 s, 8 s, or no time. */
const PAGE_SECONDS = { waiting: 2_000, random: 600 } as const;

const auditSchema = z.looseObject({
	audit: z.looseObject({ ambiguous: z.boolean(), postAttempts: z.number(), duplicates: z.array(z.string()) }),
});

abstract class TrainingRun extends Run {
	protected agents: string[] = [];

	async bring(): Promise<void> {
		const { point } = this.cell;
		const pageSeconds = point === 'waiting' ? PAGE_SECONDS.waiting : point === 'random' ? PAGE_SECONDS.random : 0;
		for (let count = 0; count < this.count; count += 1) {
			const agent = { name: this.key, website: `${this.world.stack.sandbox.siteUrl}/`, pageSeconds };
			this.agents.push((await this.world.admin.createAgent(agent)).id);
		}
		await this.holdService('POST', `/agents/${this.struck}/retrain`);
	}

	protected abstract readonly count: number;
	protected abstract readonly type: 'retrain-and-wait' | 'nightly-retrain';
	protected abstract input(): object;

	/** The agent whose request is held or goes wrong. */
	protected get struck(): string {
		return pick(this.planned.subSeed, 'agent', this.agents);
	}

	protected async begin(): Promise<void> {
		const start = () => this.world.caller.start(this.type, this.key, this.input());
		const twice = this.cell.point === 'in-flight';
		for (const id of await Promise.all(twice ? [start(), start()] : [start()])) this.heardOf(id);
	}

	async sendAgain(): Promise<void> {
		this.heardOf(await this.world.caller.start(this.type, this.key, this.input()));
	}

	isHeld(): Promise<boolean> {
		if (this.cell.point === 'random') return Promise.resolve(this.firstAttemptAt() !== null);
		if (this.cell.point === 'waiting') return Promise.resolve(this.effectsOf(this.struck).length > 0);
		return Promise.resolve(this.struckAt() !== null);
	}

	firstAttemptAt(): number | null {
		return this.posts(this.struck)[0]?.at ?? null;
	}

	struckAt(): number | null {
		return this.posts(this.struck).find(({ fault }) => fault !== null)?.at ?? null;
	}

	isAnswered(): boolean {
		return this.posts(this.struck).some(hasLateAnswer);
	}

	lostAnswer(): boolean {
		return anyLost(this.agents.flatMap((agent) => this.posts(agent)));
	}

	async intentions(): Promise<Intention[]> {
		const runs = this.agents.map((agent): Intention => ({
			what: `training run of ${agent}`,
			kind: 'keyless',
			effects: this.effectsOf(agent),
		}));
		return Promise.resolve([...runs, this.eventIntention()]);
	}

	private effectsOf(agent: string) {
		return this.world.oracle
			.effects(agent, 'training-run', this.before)
			.map(({ subject, at }) => ({ id: subject, at }));
	}

	private posts(agent: string) {
		return this.requests(agent, 'POST', '/retrain');
	}
}

export class RetrainRun extends TrainingRun {
	protected readonly count = 1;
	protected readonly type = 'retrain-and-wait';

	protected input(): object {
		const ifActive = pick(this.planned.subSeed, 'ifActive', ['adopt', 'wait', 'fail']);
		return { version: 1, connection: 'wide', agentId: this.agents[0], waitUntil: 'finished', ifActive };
	}

	workflowIds(): string[] {
		return [this.taskId];
	}

	async end(): Promise<End> {
		const task = await this.world.caller.untilEnded(this.taskId);
		return { told: toldByRetrain(task), doneAt: closedAtOf(task) };
	}
}

export class NightlyRun extends TrainingRun {
	protected readonly count = 2;
	protected readonly type = 'nightly-retrain';

	protected input(): object {
		return {
			version: 1,
			connection: 'wide',
			agentIds: this.agents,
			atOnce: 2,
			waitUntil: 'finished',
			ifActive: 'adopt',
		};
	}

	workflowIds(): string[] {
		return [`${this.taskId}/${this.struck}`];
	}

	/** What its rows say, and each agent's own task, to which a row leads. */
	async end(): Promise<End> {
		const { caller } = this.world;
		const task = await caller.untilEnded(this.taskId);
		const closedAt = closedAtOf(task);
		const rows = nightlyRetrainResultSchema.safeParse(task.result).data?.rows ?? [];
		const ids = rows.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]));
		const children = await Promise.all(ids.map(async (id) => toldByRetrain(await caller.read(id))));
		return {
			told: {
				status: task.status,
				unknown: rows.some(({ error }) => error?.type === 'needs_person'),
				ambiguous: children.some(({ ambiguous }) => ambiguous),
				duplicates: children.flatMap(({ duplicates }) => duplicates),
				closedAt,
			},
			doneAt: closedAt,
		};
	}
}

export function toldByRetrain(task: TaskWithLinks): Told {
	const { status, error } = task;
	const audit = auditSchema.safeParse(task.result).data?.audit;
	return {
		status,
		unknown: error?.type === 'needs_person',
		ambiguous: (audit?.ambiguous === true && audit.postAttempts > 1) || error?.type === 'needs_person',
		duplicates: audit?.duplicates ?? [],
		closedAt: closedAtOf(task),
	};
}
