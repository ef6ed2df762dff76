import { z } from 'zod';
import { query } from '../../../../support/postgresql/start-cluster';
import type { Intention } from '../verdict';
import { EndlessRun } from './endless-run';

const CONVERSATIONS = 24;
/** The one whose transcript is held or goes wrong, newest first. */
const HIT = 2;
/** While the sync is hit. */
const LATE_ONES = 3;
/** Some of the last are deleted meanwhile. */
const DOOMED = [-4, -1] as const;

/** The row of an agent moves with its transcripts. The function comes with the holds of syncs of leads. */
const HOLDS = `
SELECT pg_advisory_lock(2);
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'hold_conversations') THEN
		CREATE TRIGGER hold_conversations AFTER UPDATE ON agent_knowledge_conversation_syncs
			FOR EACH ROW EXECUTE FUNCTION hold('in-the-sink');
		CREATE CONSTRAINT TRIGGER hold_conversations_commit AFTER UPDATE ON agent_knowledge_conversation_syncs
			DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold('sink-commit');
	END IF;
END $$;
SELECT pg_advisory_unlock(2);
`;

const heldRow = z.array(z.object({ held: z.coerce.number() }));
const foundRow = z.array(
	z.object({
		id: z.string(),
		row: z.string(),
		state: z.string().nullable(),
		messages: z.coerce.number(),
		at: z.coerce.number(),
	}),
);
const countsRow = z.array(z.object({ conversations: z.coerce.number(), messages: z.coerce.number() }));

/**
 * A sync of conversations that was through with an empty list when conversations came. Some are resolved, get a message
 * or are deleted while it reads. Both tables have each once, with the last state and all messages, and so have the
 * counts.
 */
export class ConversationSyncRun extends EndlessRun {
	private doomed: string[] = [];
	private hit = '';
	protected readonly type = 'conversation-sync';

	protected input(): object {
		const agentIds = [this.agent];
		return {
			version: 1,
			connection: 'paced',
			agentIds,
			destination: 'database',
			intervalSeconds: 3_600,
			openHours: 0,
		};
	}

	protected override async begin(): Promise<void> {
		await this.world.admin.generate(this.agent, { kind: 'conversations', count: CONVERSATIONS, days: 5 });
		const ids = this.world.oracle.conversations(this.agent);
		this.hit = ids[HIT] ?? '';
		this.doomed = ids.slice(...DOOMED);
		await this.holdService('GET', `/conversations/${this.hit}`);
		await this.hold();
		await this.syncNow('first');
		if (this.cell.point === 'in-flight') await this.syncNow('first');
	}

	private async hold(): Promise<void> {
		const { point } = this.cell;
		if (point !== 'in-the-sink' && point !== 'sink-commit') return;
		await query(this.world.databaseUrl, HOLDS);
		const sql = 'INSERT INTO holds (number, agent_id, phase) VALUES ($1, $2, $3)';
		await query(this.world.databaseUrl, sql, [this.number, this.agent, point]);
	}

	protected async destinationFaultAt(): Promise<number | null> {
		const sql = "SELECT count(*) AS held FROM pg_locks WHERE locktype = 'advisory' AND classid = 1 AND objid = $1";
		const [row] = heldRow.parse(await query(this.world.databaseUrl, sql, [this.number]));
		return (row?.held ?? 0) > 0 ? Date.now() : null;
	}

	/** The list comes first, and a write may be held before the transcript that goes wrong is read. */
	override firstAttemptAt(): number | null {
		return this.requests(this.agent, 'GET', '/conversations')[0]?.at ?? null;
	}

	protected get attempts() {
		return this.world.oracle.requestsTo(`/conversations/${this.hit}`, 'GET', this.begunAt);
	}

	/** What comes and goes after the fault. */
	override async afterFault(): Promise<void> {
		const { admin, databaseUrl } = this.world;
		await query(databaseUrl, 'DELETE FROM holds WHERE number = $1', [this.number]);
		for (const id of this.doomed) await admin.deleteConversation(id);
		for (let count = 0; count < LATE_ONES; count += 1)
			await admin.addMessage(await admin.beginConversation(this.agent), 'visitor', `Late ${count}`);
		const [resolved = '', continued = ''] = this.wanted.filter((id) => id !== this.hit).slice(-2);
		await admin.changeConversation(resolved, { state: 'resolved' });
		await admin.addMessage(continued, 'visitor', 'One more question');
		await this.syncNow('later');
	}

	private get wanted(): string[] {
		return this.world.oracle.conversations(this.agent);
	}

	/** Conversations that the tables do not have as the service has them. */
	protected async missing(): Promise<number> {
		const found = await this.found();
		return this.world.oracle.transcripts(this.agent).filter(({ id, state, messages }) => {
			const rows = found.filter((row) => row.id === id && row.state === state && row.messages === messages);
			return rows.length === 0;
		}).length;
	}

	private async found() {
		const sql = `SELECT conversation_id AS id, ctid::text AS row, state, messages AS said,
				(SELECT count(*) FROM conversation_messages m WHERE m.agent_id = c.agent_id
					AND m.conversation_id = c.conversation_id) AS messages,
				extract(epoch FROM synced_at) * 1000 AS at
			FROM conversations c WHERE agent_id = $1`;
		return foundRow.parse(await query(this.world.databaseUrl, sql, [this.agent]));
	}

	/** The counts stand in the row that the transaction of the messages moves. */
	private async counted(): Promise<Intention> {
		const sql = `SELECT conversations - (SELECT count(*) FROM conversations WHERE agent_id = $1) AS conversations,
				messages - (SELECT count(*) FROM conversation_messages WHERE agent_id = $1) AS messages
			FROM agent_knowledge_conversation_syncs WHERE agent_id = $1`;
		const [counts] = countsRow.parse(await query(this.world.databaseUrl, sql, [this.agent]));
		const isRight = counts?.conversations === 0 && counts.messages === 0;
		return { what: 'right counts', kind: 'row', effects: isRight ? [{ id: 'counts', at: 0 }] : [] };
	}

	async intentions(): Promise<Intention[]> {
		const found = await this.found();
		const rows = this.world.oracle.transcripts(this.agent).map(({ id, state, messages }): Intention => {
			const theirs = found.filter((row) => row.id === id && row.state === state && row.messages === messages);
			const effects = theirs.map(({ row, at }) => ({ id: row, at }));
			return { what: `conversation ${id} with its messages`, kind: 'row', effects };
		});
		return [...rows, await this.counted(), ...this.endEvents()];
	}
}
