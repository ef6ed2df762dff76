import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { weeklyReportResultSchema } from '../../../../../workflows/weekly-report/contract';
import type { Intention, TaskReport } from '../verdict';
import { taskReportOf } from './task-report';
import { TaskRun } from './task-run';

const LEADS = 5;
const DAY_MS = 24 * 3_600_000;

/** A report that counts the leads of a week: each once, whatever is repeated. */
export class ReportRun extends TaskRun {
	private agent = '';
	private counted: number | null = null;
	private made = false;
	protected readonly type = 'weekly-report';

	async prepare(): Promise<void> {
		this.agent = await this.newAgent();
		const capturedAt = new Date(Date.now() - 3 * DAY_MS).toISOString();
		for (let count = 0; count < LEADS; count += 1)
			await this.world.admin.captureLead(this.agent, { name: 'Ada', email: `ada${count}@client.example`, capturedAt });
	}

	protected input(): object {
		return { version: 1, connection: 'paced', agentIds: [this.agent] };
	}

	protected override async begin(): Promise<void> {
		await this.holdService('GET', `/agents/${this.agent}/leads`);
		await super.begin();
	}

	protected get attempts() {
		return this.requests(this.agent, 'GET', '/leads');
	}

	protected override reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const { totals } = weeklyReportResultSchema.parse(task.result);
		this.counted = totals.leads.now;
		this.made = true;
		return Promise.resolve(taskReportOf(task));
	}

	intentions(): Promise<Intention[]> {
		const effects = this.counted === LEADS ? [{ id: 'the report', at: 0 }] : [];
		const counted: Intention = { what: `${LEADS} leads in a report`, kind: 'row', effects };
		return Promise.resolve([counted, ...(this.made ? this.endEvents() : [])]);
	}
}
