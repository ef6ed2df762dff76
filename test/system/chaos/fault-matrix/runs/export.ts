import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { eventually, isThere } from '../../../../support/time/eventually';
import { leadSchema } from '../../../../../api';
import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { leadExportResultSchema } from '../../../../../workflows/export/contract';
import type { HeldFile } from '../held-chunk';
import type { Intention, TaskReport } from '../verdict';
import { type LeadEffect, leadIntentions } from './lead-effects';
import { TaskRun } from './task-run';
import { taskReportOf } from './task-report';

const LEADS = 420;
/** Pages under way at once. */
const AT_ONCE = 3;
/** The last pages are answered late, so that there is time to hold a chunk. Milliseconds. */
const PAGE_MS = 4_000;
const LATE_ONES = 10;
const DOOMED = 15;

/** An export while leads come and others go: what was there from beginning to end is in the file, once. */
export class ExportRun extends TaskRun {
	private agent = '';
	private doomed: number[] = [];
	private expected: number[] = [];
	private exported: LeadEffect[] = [];
	private made = false;
	private held: HeldFile | null = null;
	protected readonly type = 'lead-export';

	async prepare(): Promise<void> {
		this.agent = await this.newAgent();
		await this.world.admin.generate(this.agent, { kind: 'leads', count: LEADS, days: 20 });
		const leads = this.world.oracle.leads(this.agent).map(({ id }) => id);
		this.doomed = leads.slice(150, 150 + DOOMED);
		this.expected = leads.filter((id) => !this.doomed.includes(id));
	}

	protected input(): object {
		return { version: 1, connection: 'paced', agentIds: [this.agent], format: 'ndjson' };
	}

	protected override async begin(): Promise<void> {
		await super.begin();
		// Not before: the gateway reads a page itself before it starts the task.
		const path = `/agents/${this.agent}/leads`;
		await this.holdService('GET', path, this.cell.point === 'request' ? 1 : AT_ONCE);
		if (this.cell.point === 'assemble') {
			await this.world.admin.addFault('GET', path, { kind: 'late-answer', delayMs: PAGE_MS }, AT_ONCE);
			await this.holdChunk();
		}
		await this.change();
	}

	/** While the last pages are still read. */
	private async holdChunk(): Promise<void> {
		const { folder, stack } = this.world;
		const aside = join(folder, `${this.key}.chunk`);
		this.held = await eventually(() => stack.holdFile(this.taskId, aside), isThere, 'A chunk', { everyMs: 20 });
	}

	override async afterFault(): Promise<void> {
		await this.held?.release();
		this.held = null;
	}

	/** The list changes while it is read. */
	private async change(): Promise<void> {
		for (let count = 0; count < LATE_ONES; count += 1)
			await this.world.admin.captureLead(this.agent, { name: 'Late', email: `late${count}@client.example` });
		for (const id of this.doomed) await this.world.admin.deleteLead(this.agent, id);
	}

	override async isHeld(): Promise<boolean> {
		if (this.cell.point !== 'assemble') return super.isHeld();
		return (await this.world.caller.gateway.read(this.taskId)).stage === 'assembling';
	}

	protected get attempts() {
		return this.requests(this.agent, 'GET', '/leads');
	}

	protected override async reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const { caller } = this.world;
		const { file } = leadExportResultSchema.parse(task.result);
		const content = await caller.persistently('The file of an export', () =>
			buffer(Readable.from(caller.gateway.download(file.link ?? ''))),
		);
		this.exported = content
			.toString()
			.trimEnd()
			.split('\n')
			.map((line, number) => ({ lead: leadSchema.parse(JSON.parse(line)).id, id: `line ${number}`, at: 0 }));
		this.made = true;
		return taskReportOf(task);
	}

	/** Only what was there all the time: a lead that went while it was read may be in the file or not. */
	intentions(): Promise<Intention[]> {
		const rows = leadIntentions(this.expected, this.exported, 'in a file');
		return Promise.resolve([...rows, ...(this.made ? this.endEvents() : [])]);
	}
}
