import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { waitUntil } from '../../../../scripts/processes/wait-until.mjs';
import { leadSchema } from '../../../../api';
import { leadExportResultSchema } from '../../../../worker/tasks/schemas/lead-export';
import { HeldChunk } from '../held-chunk';
import type { Intention } from '../verdict';
import { closedAtOf, type End, hasLateAnswer, Run } from './run';

const LEADS = 420;
/** Pages under way at once. */
const AT_ONCE = 3;
/** The last pages are answered late, so that there is time to hold a chunk. Milliseconds. */
const PAGE_MS = 4_000;
const PATIENCE_MS = 30_000;
const LATE_ONES = 10;
const DOOMED = 15;

/** An export while leads come and others go: what was there from beginning to end is in the file, once. */
export class ExportRun extends Run {
	private agent = '';
	private doomed: number[] = [];
	private expected: number[] = [];
	private exported: number[] = [];
	private made = false;
	private chunk: HeldChunk | null = null;

	async bring(): Promise<void> {
		const { admin, stack, oracle } = this.world;
		this.agent = (await admin.createAgent({ name: this.key, website: `${stack.sandbox.siteUrl}/` })).id;
		await admin.generate(this.agent, { kind: 'leads', count: LEADS, days: 20 });
		const leads = oracle.leads(this.agent).map(({ id }) => id);
		this.doomed = leads.slice(150, 150 + DOOMED);
		this.expected = leads.filter((id) => !this.doomed.includes(id));
	}

	protected async begin(): Promise<void> {
		const twice = this.cell.point === 'in-flight';
		for (const id of await Promise.all(twice ? [this.start(), this.start()] : [this.start()])) this.heardOf(id);
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
		const { folder } = this.world;
		const aside = join(folder, `${this.key}.chunk`);
		this.chunk = await waitUntil('A chunk', () => HeldChunk.hold(join(folder, 'blobs'), this.taskId, aside), {
			timeoutMs: PATIENCE_MS,
			everyMs: 20,
		});
	}

	override async afterBlow(): Promise<void> {
		await this.chunk?.release();
		this.chunk = null;
	}

	/** The list changes while it is read. */
	private async change(): Promise<void> {
		for (let count = 0; count < LATE_ONES; count += 1)
			await this.world.admin.captureLead(this.agent, { name: 'Late', email: `late${count}@client.example` });
		for (const id of this.doomed) await this.world.admin.deleteLead(this.agent, id);
	}

	private start(): Promise<string> {
		const input = { version: 1, connection: 'paced', agentIds: [this.agent], format: 'ndjson' };
		return this.world.caller.start('lead-export', this.key, input);
	}

	async sendAgain(): Promise<void> {
		this.heardOf(await this.start());
	}

	async isHeld(): Promise<boolean> {
		switch (this.cell.point) {
			case 'random':
				return this.firstAttemptAt() !== null;
			case 'assemble':
				return (await this.world.caller.gateway.read(this.taskId)).stage === 'assembling';
			default:
				return this.struckAt() !== null;
		}
	}

	firstAttemptAt(): number | null {
		return this.reads[0]?.at ?? null;
	}

	struckAt(): number | null {
		return this.reads.find(({ fault }) => fault !== null)?.at ?? null;
	}

	workflowIds(): string[] {
		return [this.taskId];
	}

	isAnswered(): boolean {
		return this.reads.some(hasLateAnswer);
	}

	lostAnswer(): boolean {
		return false;
	}

	async end(): Promise<End> {
		const { caller } = this.world;
		const task = await caller.untilEnded(this.taskId);
		const { file } = leadExportResultSchema.parse(task.result);
		const content = await caller.persistently('The file of an export', () =>
			buffer(Readable.from(caller.gateway.download(file.link ?? ''))),
		);
		this.exported = content
			.toString()
			.trimEnd()
			.split('\n')
			.map((line) => leadSchema.parse(JSON.parse(line)).id);
		this.made = true;
		const closedAt = closedAtOf(task);
		return {
			told: { status: task.status, unknown: false, ambiguous: false, duplicates: [], closedAt },
			doneAt: closedAt,
		};
	}

	/** Only what was there all the time: a lead that went while it was read may be in the file or not. */
	async intentions(): Promise<Intention[]> {
		const lines = new Map<number, Intention['effects']>();
		for (const [line, id] of this.exported.entries())
			lines.set(id, [...(lines.get(id) ?? []), { id: `line ${line}`, at: 0 }]);
		const rows = this.expected.map((lead): Intention => ({
			what: `lead ${lead} in a file`,
			kind: 'row',
			effects: lines.get(lead) ?? [],
		}));
		return Promise.resolve([...rows, ...(this.made ? [this.eventIntention()] : [])]);
	}

	private get reads() {
		return this.requests(this.agent, 'GET', '/leads');
	}
}
