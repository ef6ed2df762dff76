import { z } from 'zod';
import { CONVERSATION_FORMS } from '../../../api';
import { secretText } from '../../settings/fields';
import { leadSource, oneWordName, withoutName } from '../lead-source';

/** A name as it stands in PostgreSQL, without quotation marks; case counts. */
const pgName = z
	.string()
	.min(1, 'is empty')
	.max(63, 'is longer than the 63 characters of PostgreSQL')
	.refine((text) => !text.includes('"') && !text.includes('\u0000'), 'must be given without quotation marks');

export const postgresqlSettings = z
	.strictObject({
		/** The kind of destination. */
		type: z.literal('postgresql'),
		/** postgresql://user:password@host:port/database, with `?sslmode=verify-full` where TLS is wanted. */
		url: secretText.refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), {
			message: 'must be a postgresql:// address',
		}),
		/** The schema of the table. */
		schema: pgName.default('public'),
		/** The table of the leads. */
		table: pgName.default('leads'),
		/** The table of the conversations, for syncs of conversations. The worker creates a missing one. */
		conversationsTable: pgName.default('conversations'),
		/** The table of their messages. */
		messagesTable: pgName.default('conversation_messages'),
		/** Column to source. Default: the worker's own columns, and the worker creates a missing table. */
		columns: z.record(pgName, leadSource).optional(),
		/**
		 * Adds the columns `conversation` and `conversation_missing` to the worker's own table, for syncs whose leads bring
		 * their conversation. Default: no such columns. A table of your own maps `conversation.text` and the like.
		 */
		conversation: z.enum(CONVERSATION_FORMS).optional(),
		/** The name of a lead that has none. Default: no name. */
		withoutName,
		/** Whether a name of one word is the first or the last name. */
		oneWordName,
	})
	.refine(({ columns }) => columns === undefined || hasKey(Object.values(columns)), {
		path: ['columns'],
		message: 'must map the sources "connection" and "id", which identify a lead',
	})
	.refine(({ columns, conversation }) => columns === undefined || conversation === undefined, {
		path: ['conversation'],
		message: "is for the worker's own table; map conversation.text or the like in columns",
	});

export type PostgresqlSettings = z.infer<typeof postgresqlSettings>;

function hasKey(sources: string[]): boolean {
	return sources.includes('connection') && sources.includes('id');
}
