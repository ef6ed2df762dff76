import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { eventually, isThere } from '../../../../support/time/eventually';
import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import { conversationExportResultSchema } from '../../../../../workflows/conversation-export/contract';
import type { HeldFile } from '../held-chunk';
import type { Intention, TaskReport } from '../verdict';
import { taskReportOf } from './task-report';
import { TaskRun } from './task-run';

/** A wave has all of its runs at one limit, and each has to come to its point soon. */
const CONVERSATIONS = 24;
/** Whose transcripts all have to be read before. */
const UNTIL_ASSEMBLY = 10;
/** The one whose transcript is held or goes wrong, newest first. */
const HIT = 2;
/** The last transcript is answered late, so that there is time to hold a chunk. Milliseconds. */
const LAST_MS = 2_500;
const LATE_ONES = 10;
/** Some of the last. */
const DOOMED = [-4, -1] as const;

/** Of each generated conversation. */
const MESSAGES = 2;
const lineSchema = z.looseObject({ id: z.string(), messages: z.array(z.unknown()).default([]) });

/** An export of conversations while some begin and others are deleted: what was there all the time is in it once. */
export class ConversationsRun extends TaskRun {
	private agent = '';
	private doomed: string[] = [];
	private expected: string[] = [];
	private exported: string[] = [];
	private hit = '';
	private made = false;
	private held: HeldFile | null = null;
	protected readonly type = 'conversation-export';

	async prepare(): Promise<void> {
		this.agent = await this.newAgent();
		const count = this.cell.point === 'assemble' ? UNTIL_ASSEMBLY : CONVERSATIONS;
		await this.world.admin.generate(this.agent, { kind: 'conversations', count, days: 20 });
		const ids = this.world.oracle.conversations(this.agent);
		this.hit = ids[HIT] ?? '';
		this.doomed = ids.slice(...DOOMED);
		this.expected = ids.filter((id) => !this.doomed.includes(id));
	}

	protected input(): object {
		return { version: 1, connection: 'paced', agentIds: [this.agent], format: 'ndjson' };
	}

	protected override async begin(): Promise<void> {
		await this.holdService('GET', `/conversations/${this.hit}`);
		if (this.cell.point === 'assemble') {
			const last = `/conversations/${this.expected.at(-1) ?? ''}`;
			await this.world.admin.addFault('GET', last, { kind: 'late-answer', delayMs: LAST_MS }, 1);
		}
		await super.begin();
		if (this.cell.point === 'assemble') await this.holdChunk();
		await this.change();
	}

	/** While the last transcript is still read. */
	private async holdChunk(): Promise<void> {
		const { folder, stack } = this.world;
		const aside = join(folder, `${this.key}.chunk`);
		this.held = await eventually(() => stack.holdFile(this.taskId, aside, 'transcript'), isThere, 'A chunk', {
			everyMs: 20,
		});
	}

	override async afterFault(): Promise<void> {
		await this.held?.release();
		this.held = null;
	}

	/** Conversations begin and go while they are read. */
	private async change(): Promise<void> {
		for (let count = 0; count < LATE_ONES; count += 1) await this.world.admin.beginConversation(this.agent);
		for (const id of this.doomed) await this.world.admin.deleteConversation(id);
	}

	override async isHeld(): Promise<boolean> {
		if (this.cell.point !== 'assemble') return super.isHeld();
		return (await this.world.caller.gateway.read(this.taskId)).stage === 'assembling';
	}

	protected get attempts() {
		return this.world.oracle.requestsTo(`/conversations/${this.hit}`, 'GET', this.begunAt);
	}

	protected override async reportOf(task: TaskWithLinks): Promise<TaskReport> {
		const { caller } = this.world;
		const { file } = conversationExportResultSchema.parse(task.result);
		const content = await caller.persistently('The file of an export', () =>
			buffer(Readable.from(caller.gateway.download(file?.link ?? ''))),
		);
		const lines = content.toString().trimEnd().split('\n');
		const found = lines.map((line) => lineSchema.parse(JSON.parse(line)));
		// Without its messages a conversation is lost. Those that began late have none.
		this.exported = found.filter(({ messages }) => messages.length === MESSAGES).map(({ id }) => id);
		this.made = true;
		return taskReportOf(task);
	}

	/** Only what was there all the time: one that was deleted while it was read may be in the file or not. */
	intentions(): Promise<Intention[]> {
		const rows = this.expected.map((id): Intention => {
			const lines = [...this.exported.entries()].filter(([, exported]) => exported === id);
			const effects = lines.map(([number]) => ({ id: `line ${number}`, at: 0 }));
			return { what: `conversation ${id} in a file`, kind: 'row', effects };
		});
		return Promise.resolve([...rows, ...(this.made ? this.endEvents() : [])]);
	}
}
