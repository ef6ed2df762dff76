import type { ClientBase } from 'pg';
import { z } from 'zod';
import { latestOf } from '../../../storage/conversation-files/shown-conversation';
import { storableText } from '../../../storage/storable-text';
import { OUTCOMES_OF_READS, type NamesErased, type OutcomeOfRead, type ReadConversation } from '../../conversations';
import type { LeadsOf } from '../../destination';
import { isRowError, rowRefusal } from '../row-refusal';
import { type Delta, NOTHING, number, plus } from './agent-row';
import { type ConversationRows, rowsOf } from './rows';
import type { ConversationNames } from './tables';
import { noteProblem, removeRows, replaceMessages, upsertConversation } from './write-rows';

const stateRow = z.object({
	id: z.string(),
	version: number,
	outcome: z.enum(OUTCOMES_OF_READS).nullable(),
	has_row: z.boolean(),
	messages: number,
	content_hash: z.string().nullable(),
	changed_at: number.nullable(),
	/** Somebody may have deleted rows. */
	rows_there: z.boolean(),
});
type StateRow = z.infer<typeof stateRow>;

/** What a write needs. `client`: in a transaction that has locked the agent. */
export interface Writing {
	client: ClientBase;
	names: ConversationNames;
	of: LeadsOf;
	/** When the last full round began, in milliseconds since 1970; null: the first one is under way. */
	fullAt: number | null;
	namesErased: NamesErased;
	/** A table that was changed since the check would refuse all conversations. @throws DestinationUnfitError */
	stillFits: () => Promise<void>;
}

/** @returns what it adds to the counts. A read that a later one has overtaken changes nothing. */
export async function writeConversations(writing: Writing, reads: readonly ReadConversation[]): Promise<Delta> {
	const { client, names, of } = writing;
	const { rows } = await client.query(
		`SELECT conversation_id AS id, version, outcome, has_row, messages, content_hash, changed_at,
			EXISTS (SELECT FROM ${names.conversations} c WHERE c.connection = s.connection AND c.agent_id = s.agent_id
				AND c.conversation_id = s.conversation_id)
			AND messages = (SELECT count(*) FROM ${names.messages} m WHERE m.connection = s.connection
				AND m.agent_id = s.agent_id AND m.conversation_id = s.conversation_id) AS rows_there
		FROM ${names.states} s
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = ANY ($4)`,
		[names.tables, of.connection, of.agentId, reads.map(({ due }) => due.id)],
	);
	const states = new Map(
		z
			.array(stateRow)
			.parse(rows)
			.map((row) => [row.id, row]),
	);
	let delta = NOTHING;
	for (const read of reads) {
		const state = states.get(read.due.id);
		if (state === undefined || state.version !== read.due.version || state.outcome === 'erased') continue;
		delta = plus(delta, await writeOne(writing, read, state));
	}
	return delta;
}

interface Done {
	outcome: OutcomeOfRead;
	hasRow: boolean;
	messages: number;
	contentHash: string | null;
	changedAt: number;
}

async function writeOne(writing: Writing, read: ReadConversation, state: StateRow): Promise<Delta> {
	const done = await doneWith(writing, read, state);
	const { client, names, of } = writing;
	await client.query(
		`UPDATE ${names.states} SET due = false, record = NULL, read_at = $5, changed_at = $6, content_hash = $7,
			outcome = $8, record_hash = CASE WHEN $8 = 'erased' THEN '' ELSE record_hash END, has_row = $9, messages = $10, version = version + 1
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = $4`,
		[
			...[names.tables, of.connection, of.agentId, read.due.id, read.readAt, done.changedAt],
			...[done.contentHash, done.outcome, done.hasRow, done.messages],
		],
	);
	const before = countsOf(state.outcome, state.has_row, state.messages);
	return plus(countsOf(done.outcome, done.hasRow, done.messages), before, -1);
}

function countsOf(outcome: OutcomeOfRead | null, hasRow: boolean, messages: number): Delta {
	return {
		conversations: hasRow ? 1 : 0,
		messages,
		deleted: hasRow && outcome === 'deleted' ? 1 : 0,
		withoutTranscript: outcome === 'refused' || outcome === 'failed' || outcome === 'invalid' ? 1 : 0,
	};
}

async function doneWith(writing: Writing, read: ReadConversation, state: StateRow): Promise<Done> {
	const { client, names, of, namesErased } = writing;
	const { due, outcome, conversation, readAt } = read;
	const key = [of.connection, of.agentId, due.id];
	const same = { contentHash: state.content_hash, changedAt: state.changed_at ?? readAt, messages: state.messages };
	if (outcome === 'deleted') {
		await client.query(
			`UPDATE ${names.conversations} SET deleted_at = coalesce(deleted_at, now())
			WHERE connection = $1 AND agent_id = $2 AND conversation_id = $3`,
			key,
		);
		// From then on it is asked for less and less often, if the list still shows it.
		const changedAt = state.outcome === 'deleted' ? same.changedAt : readAt;
		return { outcome, hasRow: state.has_row, ...same, changedAt };
	}
	if (namesErased(conversation, due.record ?? {})) {
		await removeRows(client, names, key);
		return { outcome: 'erased', hasRow: false, messages: 0, contentHash: null, changedAt: readAt };
	}
	// A transcript of before stays if the service does not give it out now.
	const keepsMessages = outcome !== 'written' && state.has_row;
	if (keepsMessages && due.record === null) {
		await noteProblem(client, names, key, problemOf(read));
		return { outcome, hasRow: true, ...same };
	}
	const rows = rowsOf(of.agentId, conversation);
	const isThere = state.has_row && state.rows_there;
	const isSame = isThere && rows.hash === state.content_hash && state.outcome === outcome;
	if (isSame) return { outcome, hasRow: true, ...same };
	const problem = outcome === 'written' ? null : problemOf(read);
	const refusal = await refusalOf(writing, async () => {
		await upsertConversation(client, names, key, rows, problem, keepsMessages);
		if (!keepsMessages) await replaceMessages(client, names, key, rows);
	});
	if (refusal !== null) {
		const hasRow = await saysWhy(writing, key, refusal, state.has_row);
		return { outcome: 'invalid', hasRow, ...same };
	}
	const changedAt = state.content_hash === null ? firstChange(read, rows, writing.fullAt) : readAt;
	const messages = keepsMessages ? state.messages : rows.messages.length;
	return { outcome, hasRow: true, messages, contentHash: keepsMessages ? null : rows.hash, changedAt };
}

/** An old conversation that is read for the first time is not one that has just changed. */
function firstChange(
	{ conversation, due, readAt }: ReadConversation,
	{ messages }: ConversationRows,
	fullAt: number | null,
): number {
	const shown = [conversation, due.record ?? {}].flatMap((record) => latestOf(record) ?? []);
	const sent = messages.flatMap(({ sentAt }) => (sentAt === null ? [] : [Date.parse(sentAt)]));
	const latest = [...shown, ...sent].reduce((one, other) => Math.max(one, other), -Infinity);
	if (latest === -Infinity) return fullAt === null ? 0 : readAt;
	return Math.min(readAt, latest);
}

/** @returns why the database refuses the values; then nothing of them is written */
async function refusalOf({ client, stillFits }: Writing, write: () => Promise<void>): Promise<string | null> {
	await client.query('SAVEPOINT conversation');
	try {
		await write();
		await client.query('RELEASE SAVEPOINT conversation');
		return null;
	} catch (error) {
		if (!isRowError(error)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT conversation');
		await stillFits();
		return rowRefusal(error).reason;
	}
}

/** The reason stands in the row, and in a row without values if there was none. @returns whether there is one */
async function saysWhy(writing: Writing, key: string[], reason: string, hasRow: boolean): Promise<boolean> {
	const { client, names, of } = writing;
	if (hasRow) {
		await noteProblem(client, names, key, reason);
		return true;
	}
	const empty = rowsOf(of.agentId, {});
	return (await refusalOf(writing, () => upsertConversation(client, names, key, empty, reason, false))) === null;
}

function problemOf({ outcome, detail }: ReadConversation): string {
	return storableText(`${outcome}: ${detail ?? 'without a reason'}`);
}
