import type { TaskType } from '../../../../../workflows/contracts';
import { agentTaskId } from '../../../../../workflows/task/ids';
import { z } from 'zod';
import { createClient } from '../../../../../api';
import { eventually, isThere } from '../../../../support/time/eventually';
import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { nightlyRetrainResultSchema } from '../../../../../workflows/nightly-retrain/contract';
import { pick } from '../../../../support/seeded-random';
import type { Intention, TaskReport } from '../verdict';
import { TaskRun } from './task-run';
import { taskReportOf } from './task-report';

/** Pause after each page, in seconds of the sandbox's clock: a run of the site takes some 25 s, 8 s, or no time. */
const PAGE_SECONDS = { waiting: 2_000, random: 600 } as const;

const auditSchema = z.looseObject({
	audit: z.looseObject({
		ambiguous: z.boolean(),
		postAttempts: z.number(),
		repeats: z.number().default(0),
		duplicates: z.array(z.string()),
	}),
});

export abstract class TrainingRun extends TaskRun {
	protected agents: string[] = [];
	protected abstract readonly count: number;

	async prepare(): Promise<void> {
		const { point } = this.cell;
		const pageSeconds = point === 'waiting' || point === 'random' ? PAGE_SECONDS[point] : 0;
		for (let count = 0; count < this.count; count += 1) this.agents.push(await this.newAgent(pageSeconds));
		// An agent that can chat already shows less of a run that came and went.
		if (pageSeconds === 0 && pick(this.planned.subSeed, 'trained', [true, false]))
			for (const agent of this.agents) await this.train(agent);
		await this.holdService('POST', `/agents/${this.target}/retrain`);
	}

	/** Trains an agent before the run begins. */
	private async train(agent: string): Promise<void> {
		const { apiUrl, apiKey } = this.world.stack.sandbox;
		const api = createClient({ baseUrl: apiUrl, apiKey });
		await api.call('retrain', { params: { id: agent } });
		await eventually(
			async () => {
				const { training } = await api.call('getTrainingStatus', { params: { id: agent } });
				return training ? null : agent;
			},
			isThere,
			`The first run of ${agent}`,
		);
	}

	override get mayAsk(): boolean {
		return this.world.ifUncertain === 'ask';
	}

	/** The agent whose request is held or goes wrong. */
	protected get target(): string {
		return pick(this.planned.subSeed, 'agent', this.agents);
	}

	override async isHeld(): Promise<boolean> {
		return this.cell.point === 'waiting' ? this.trainingRun(this.target).effects.length > 0 : super.isHeld();
	}

	protected get attempts() {
		return this.posts(this.target);
	}

	protected override get writes() {
		return this.agents.flatMap((agent) => this.posts(agent));
	}

	private posts(agent: string) {
		return this.requests(agent, 'POST', '/retrain');
	}

	intentions(): Promise<Intention[]> {
		return Promise.resolve([...this.agents.map((agent) => this.trainingRun(agent)), ...this.endEvents()]);
	}
}

export class RetrainRun extends TrainingRun {
	protected readonly count = 1;
	protected readonly type = 'retrain-and-wait';

	protected input(): object {
		const ifActive = pick(this.planned.subSeed, 'ifActive', ['adopt', 'wait', 'fail']);
		const { ifUncertain } = this.world;
		// A key that may not read agents has no trace of a run that came and went.
		const connection = pick(this.planned.subSeed, 'connection', ['wide', 'untraced']);
		return { version: 1, connection, agentId: this.agents[0], waitUntil: 'finished', ifActive, ifUncertain };
	}

	protected override reportOf(task: TaskWithLinks): Promise<TaskReport> {
		return Promise.resolve(retrainReportOf(task));
	}
}

export class NightlyRun extends TrainingRun {
	protected readonly count = 2;
	protected readonly type: TaskType = 'nightly-retrain';

	protected input(): object {
		return {
			version: 1,
			connection: 'wide',
			agentIds: this.agents,
			atOnce: 2,
			waitUntil: 'finished',
			ifActive: 'adopt',
			ifUncertain: this.world.ifUncertain,
		};
	}

	override workflowIds(): string[] {
		return [agentTaskId(this.taskId, this.target)];
	}

	/** What its rows say, and each agent's own task, to which a row leads. */
	protected override async reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const rows = nightlyRetrainResultSchema.safeParse(task.result).data?.rows ?? [];
		const ids = rows.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]));
		const children = await Promise.all(ids.map(async (id) => retrainReportOf(await this.world.caller.read(id))));
		const ofTarget = children[ids.indexOf(agentTaskId(task.id, this.target))];
		return taskReportOf(task, {
			unknown: rows.some(({ error }) => error?.type === 'needs_person'),
			ambiguous: children.some(({ ambiguous }) => ambiguous),
			repeats: children.reduce((sum, { repeats }) => sum + repeats, 0),
			duplicates: children.flatMap(({ duplicates }) => duplicates),
			...(ofTarget === undefined ? {} : { requestsEndedAt: ofTarget.closedAt }),
		});
	}
}

export function retrainReportOf(task: TaskWithLinks): TaskReport {
	const audit = auditSchema.safeParse(task.result ?? task.error).data?.audit;
	const unknown = task.error?.type === 'needs_person';
	return taskReportOf(task, {
		unknown,
		ambiguous: (audit?.ambiguous === true && audit.postAttempts > 1) || unknown,
		repeats: audit?.repeats ?? 0,
		duplicates: audit?.duplicates ?? [],
	});
}
