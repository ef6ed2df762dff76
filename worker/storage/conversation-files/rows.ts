import { messagesOf, type ShownConversation, type ShownMessage, withoutMessages } from '../../../api';
import type { ConversationExportInput } from '../../../workflows/conversation-export/contract';
import { jsonLine, storableJson, storableText } from '../storable-text';
import { type Cell, csvDialect } from '../tables/csv-dialect';
import type { Listed } from './stored-lines';

export const CONTENT_TYPES: Readonly<Record<ConversationExportInput['format'], string>> = {
	csv: 'text/csv; charset=utf-8; header=present',
	ndjson: 'application/x-ndjson',
	parquet: 'application/vnd.apache.parquet',
};

/** The formats that are text. */
export type TextFormat = Exclude<ConversationExportInput['format'], 'parquet'>;

/** How conversations become the text of a file. */
export interface Encoding {
	/** The beginning of the file. */
	head: string;
	/** The lines of one conversation. */
	lines: (listed: Listed) => { text: string; messages: number };
}

export function encodingOf(format: TextFormat, spreadsheet: ConversationExportInput['spreadsheet']): Encoding {
	if (format === 'ndjson') {
		return {
			head: '',
			lines: ({ agentId, conversation, missing = null }) => {
				// Else nothing in an export of several agents would say whose it is.
				const record = Object.hasOwn(conversation, 'agentId') ? conversation : { agentId, ...conversation };
				return {
					text: jsonLine({ ...record, [MISSING]: missing }),
					messages: messagesOf(conversation).length,
				};
			},
		};
	}
	const dialect = csvDialect(spreadsheet);
	return {
		head: dialect.head(TITLES),
		lines(listed) {
			const { cells, messages } = rowsOf(listed);
			return { text: dialect.lines(TITLES, cells), messages };
		},
	};
}

/** Why a conversation comes without its transcript; null or empty: it has it. One without messages has none either. */
const MISSING = 'transcriptMissing';

/** Of the conversation; they stand in every row. */
const SHOWN = ['channel', 'state', 'createdAt'] as const;

/** The columns of CSV and Parquet. */
export const TITLES = [
	'agentId',
	'conversationId',
	...SHOWN,
	'message',
	'messageId',
	'from',
	'text',
	'sentAt',
	'messageFields',
	'conversationFields',
	MISSING,
] as const;

export interface Rows {
	cells: Cell[][];
	messages: number;
}

/** A row for each message; one without a message for a conversation that shows none. */
export function rowsOf(listed: Listed): Rows {
	const messages = messagesOf(listed.conversation);
	return { cells: cellsOf(listed, messages), messages: messages.length };
}

function cellsOf({ agentId, conversation, missing }: Listed, messages: readonly ShownMessage[]): Cell[][] {
	const { shown, others } = partsOf(agentId, withoutMessages(conversation));
	const fields = others === null ? '' : storableJson(others);
	const why = missing ?? '';
	if (messages.length === 0) return [[...shown, '', '', '', '', '', '', fields, why]];
	return messages.map(({ id, from, text, sentAt, others: more }, index) => [
		...shown,
		index + 1,
		...[id, from, text, sentAt].map(storableText),
		more === null ? '' : storableJson(more),
		// Once: each message of a long conversation would repeat them.
		index === 0 ? fields : '',
		why,
	]);
}

/** What has a column, and everything else. A value that no cell can hold as it is stays with the rest. */
function partsOf(
	agentId: string,
	conversation: ShownConversation,
): { shown: string[]; others: ShownConversation | null } {
	const { id } = conversation;
	const used = new Set<string>();
	const shown = [agentId, typeof id === 'string' ? id : '', ...SHOWN.map(() => '')];
	if (typeof id === 'string') used.add('id');
	if (conversation['agentId'] === agentId) used.add('agentId');
	for (const [index, name] of SHOWN.entries()) {
		const value = conversation[name];
		if (typeof value !== 'string') continue;
		shown[2 + index] = value;
		used.add(name);
	}
	const others = Object.entries(conversation).filter(([name]) => !used.has(name));
	return { shown: shown.map(storableText), others: others.length === 0 ? null : Object.fromEntries(others) };
}
