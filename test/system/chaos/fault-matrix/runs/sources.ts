import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { addSourcesResultSchema } from '../../../../../workflows/add-sources/contract';
import type { TaskType } from '../../../../../workflows/contracts';
import type { Intention, TaskReport } from '../verdict';
import { bySubject } from './run';
import { TaskRun } from './task-run';
import { taskReportOf } from './task-report';

/** How long the last look at what was added is held. Milliseconds. */
const WATCH_HELD_MS = 20_000;
/** So that the task still runs when the first request takes effect at last. Milliseconds. */
const OUTLAST_MS = 22_000;

/** Two texts, of which the request for the first is held or goes wrong. */
export class SourcesRun extends TaskRun {
	protected agent = '';
	protected readonly type: TaskType = 'add-sources';

	async prepare(): Promise<void> {
		this.agent = await this.newAgent();
		await this.holdService('POST', this.path);
		if (this.cell.fault !== 'late-commit') return;
		for (const delayMs of [1, OUTLAST_MS])
			await this.world.admin.addFault('POST', this.path, { kind: 'delay', delayMs });
	}

	private get path(): string {
		return `/agents/${this.agent}/sources`;
	}

	protected input(): object {
		const sources = this.titles.map((title) => ({ type: 'text', title, content: `What ${title} says.` }));
		return { version: 1, connection: 'wide', agentId: this.agent, sources };
	}

	protected get titles(): string[] {
		return ['first', 'second'].map((which) => `${this.key} ${which}`);
	}

	override async isHeld(): Promise<boolean> {
		return this.cell.point === 'waiting' ? this.watchIsHeld() : super.isHeld();
	}

	/** The first text is there: from now on the list is answered late, whichever look of the task it is. */
	private watching = false;
	private async watchIsHeld(): Promise<boolean> {
		if (!this.watching && this.writes.length > 0) {
			this.watching = true;
			await this.world.admin.addFault('GET', this.path, { kind: 'late-answer', delayMs: WATCH_HELD_MS });
		}
		return this.requests(this.agent, 'GET', '/sources').some(({ fault }) => fault !== null);
	}

	protected get attempts() {
		return this.writes;
	}

	protected override get writes() {
		return this.requests(this.agent, 'POST', '/sources');
	}

	protected override reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const rows = addSourcesResultSchema.safeParse(task.result).data?.rows ?? [];
		const report = taskReportOf(task, {
			unknown: rows.some(({ status }) => status === 'needs_person'),
			ambiguous: rows.some(({ audit }) => audit.ambiguous && audit.postAttempts > 1),
			duplicates: rows.flatMap(({ audit }) => audit.duplicates.map(String)),
		});
		return Promise.resolve(report);
	}

	intentions(): Promise<Intention[]> {
		const effects = this.effects(this.agent, 'source');
		const sources = this.titles.map((title): Intention => ({
			what: `source "${title}" of ${this.agent}`,
			kind: 'keyless',
			effects: bySubject(effects.filter(({ intention }) => intention === `text ${title}`)),
		}));
		return Promise.resolve([...sources, ...this.endEvents()]);
	}
}
