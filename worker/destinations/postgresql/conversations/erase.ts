import type { ClientBase } from 'pg';
import { z } from 'zod';
import { addToTotals, NOTHING, number, plus } from './agent-row';
import type { ConversationNames } from './tables';
import { removeRows } from './write-rows';

/** Which conversation. */
export interface Found {
	connection: string;
	agent_id: string;
	conversation_id: string;
}

const stateRow = z.object({ outcome: z.string().nullable(), has_row: z.boolean(), messages: number });

/** Removes all of a conversation but its id, so that no sync reads it again. @param client in a transaction that has locked the agent */
export async function erase(client: ClientBase, names: ConversationNames, found: Found): Promise<void> {
	const { connection, agent_id: agentId, conversation_id: id } = found;
	const key = [connection, agentId, id];
	await removeRows(client, names, key);
	const { rows } = await client.query(
		`SELECT outcome, has_row, messages FROM ${names.states}
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = $4`,
		[names.tables, ...key],
	);
	const [state] = z.array(stateRow).parse(rows);
	if (state === undefined) return;
	const { outcome, has_row: hasRow, messages } = state;
	await client.query(
		`UPDATE ${names.states} SET outcome = 'erased', record = NULL, record_hash = '', due = false, content_hash = NULL, has_row = false,
			messages = 0, version = version + 1
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = $4`,
		[names.tables, ...key],
	);
	const gone = {
		conversations: hasRow ? 1 : 0,
		messages,
		deleted: hasRow && outcome === 'deleted' ? 1 : 0,
		withoutTranscript: ['refused', 'failed', 'invalid'].includes(outcome ?? '') ? 1 : 0,
	};
	await addToTotals(client, names, { connection, agentId }, plus(NOTHING, gone, -1));
}
