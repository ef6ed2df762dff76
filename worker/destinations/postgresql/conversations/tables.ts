import type { ClientBase } from 'pg';
import type { SettingProblem } from '../../destination';
import { columnsOf, keyProblems, may } from '../catalog';
import type { PostgresqlSettings } from '../settings';
import { isThere, ONE_AT_A_TIME, quoted, TEXTS } from '../tables';

const TIMES = ['timestamptz', 'timestamp', 'date'];
const NUMBERS = ['int8', 'int4', 'numeric'];

/** A column that the worker writes: the types that it may have, and how the worker creates it. */
interface Column {
	types: readonly string[];
	create: string;
}

const text: Column = { types: TEXTS, create: 'text NOT NULL' };
const maybeText: Column = { types: TEXTS, create: 'text' };
const number: Column = { types: NUMBERS, create: 'bigint NOT NULL' };
const time: Column = { types: TIMES, create: 'timestamptz NOT NULL DEFAULT now()' };
const maybeTime: Column = { types: TIMES, create: 'timestamptz' };
const json: Column = { types: ['jsonb', 'json', ...TEXTS], create: 'jsonb NOT NULL' };
const maybeJson: Column = { types: ['jsonb'], create: 'jsonb' };
const flag: Column = { types: ['bool'], create: 'boolean NOT NULL' };

/** A table that syncs of conversations write. */
interface Table {
	columns: Readonly<Record<string, Column>>;
	key: readonly string[];
	/** The setting that names it. */
	setting: string;
	/** What a row is. */
	row: string;
}

const OF_ONE = ['connection', 'agent_id', 'conversation_id'];
const OF_ONE_COLUMNS = { connection: text, agent_id: text, conversation_id: text };

const CONVERSATIONS: Table = {
	columns: {
		...OF_ONE_COLUMNS,
		channel: maybeText,
		state: maybeText,
		started_at: maybeTime,
		messages: number,
		fields: json,
		problem: maybeText,
		deleted_at: maybeTime,
		synced_at: time,
	},
	key: OF_ONE,
	setting: 'conversationsTable',
	row: 'conversation',
};

const MESSAGES: Table = {
	columns: {
		...OF_ONE_COLUMNS,
		message_key: text,
		position: number,
		message_id: maybeText,
		sender: text,
		text,
		sent_at: maybeTime,
		fields: json,
	},
	key: [...OF_ONE, 'message_key'],
	setting: 'messagesTable',
	row: 'message',
};

/** What syncs have to know of each conversation. `tables`: the table of conversations that it is about. */
const STATES: Table = {
	columns: {
		tables: text,
		...OF_ONE_COLUMNS,
		record_hash: text,
		record: maybeJson,
		due: flag,
		started: number,
		noted_at: number,
		read_at: { ...number, create: 'bigint' },
		changed_at: { ...number, create: 'bigint' },
		content_hash: maybeText,
		outcome: maybeText,
		has_row: flag,
		messages: number,
		version: number,
	},
	key: ['tables', ...OF_ONE],
	setting: 'schema',
	row: 'conversation',
};

/** Of each agent. */
const SYNCS: Table = {
	columns: {
		tables: text,
		connection: text,
		agent_id: text,
		conversations: number,
		messages: number,
		deleted: number,
		without_transcript: number,
		full_at: { ...number, create: 'bigint' },
		updated_at: time,
	},
	key: ['tables', 'connection', 'agent_id'],
	setting: 'schema',
	row: 'agent',
};

/** The tables of a destination, quoted for statements. */
export interface ConversationNames {
	/** Of the table of conversations, as rows of the other tables name it. */
	tables: string;
	conversations: string;
	messages: string;
	states: string;
	syncs: string;
}

export function conversationNames({
	schema,
	conversationsTable,
	messagesTable,
}: PostgresqlSettings): ConversationNames {
	const named = (table: string) => `${quoted(schema)}.${quoted(table)}`;
	return {
		tables: conversationsTable,
		conversations: named(conversationsTable),
		messages: named(messagesTable),
		states: named('agent_knowledge_conversations'),
		syncs: named('agent_knowledge_conversation_syncs'),
	};
}

function tablesOf(names: ConversationNames): Array<[name: string, table: Table]> {
	return [
		[names.conversations, CONVERSATIONS],
		[names.messages, MESSAGES],
		[names.states, STATES],
		[names.syncs, SYNCS],
	];
}

/** Creates what is missing. An existing table stays unchanged, and is judged by `conversationTableProblems`. */
export async function createConversationTables(client: ClientBase, names: ConversationNames): Promise<void> {
	for (const [name, { columns, key }] of tablesOf(names)) {
		if (await isThere(client, name)) continue;
		await client.query(ONE_AT_A_TIME);
		const defined = Object.entries(columns).map(([column, { create }]) => `${column} ${create}`);
		const primary = `PRIMARY KEY (${key.join(', ')})`;
		await client.query(`CREATE TABLE IF NOT EXISTS ${name} (${[...defined, primary].join(', ')})`);
		if (name === names.states)
			await client.query(`CREATE INDEX ON ${name} (tables, connection, agent_id, started DESC) WHERE due`);
	}
}

const RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** What prevents writing, each with the setting that it is about. It writes nothing. */
export async function conversationTableProblems(
	client: ClientBase,
	names: ConversationNames,
): Promise<SettingProblem[]> {
	const problems: SettingProblem[] = [];
	for (const [name, table] of tablesOf(names)) {
		const messages = await problemsOf(client, name, table);
		problems.push(...messages.map((message) => ({ path: table.setting, message })));
	}
	return problems;
}

async function problemsOf(client: ClientBase, name: string, { columns, key, row }: Table): Promise<string[]> {
	const found = await columnsOf(client, name);
	if (found.length === 0) return [`names the table ${name}, which does not exist or which the user may not see`];
	const types = new Map(found.map((column) => [column.name, column.type]));
	const differences = Object.entries(columns).flatMap(([column, { types: fitting, create }]) => {
		const type = types.get(column);
		if (type === undefined) return [`has no column "${column}" in ${name}; add it there: ${column} ${create}`];
		if (fitting.includes(type)) return [];
		return [`has the column "${column}" of the type ${type} in ${name}; it needs ${fitting.join(', ')}`];
	});
	const others = found.flatMap(({ name: column, required, filled }) => {
		const isOurs = Object.hasOwn(columns, column);
		if (isOurs && filled) return [`has the column "${column}" in ${name}, which the database always fills itself`];
		if (isOurs || !required) return [];
		return [`leaves the column "${column}" of ${name} empty, which must not be null and has no default`];
	});
	if (differences.length + others.length > 0) {
		const todo = 'Or name another table, and the worker creates it';
		return [...differences, ...others].map((problem) => `${problem}. ${todo}`);
	}
	const keys = await keyProblems(client, name, key, row);
	if (keys.length > 0) return keys;
	return (await may(client, name, RIGHTS)) ? [] : [`needs a user who may ${RIGHTS.join(', ')} in ${name}`];
}
