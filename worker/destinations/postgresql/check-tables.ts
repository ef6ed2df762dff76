import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Lead } from '../../../api';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Probed, SettingProblem } from '../destination';
import { type Column, columnsOf, keyProblems, may } from './catalog';
import { insertLeads } from './insert-leads';
import { readSyncRow, writeSyncRow } from './sync-row';
import { type Names, quoted, SYNC_COLUMNS, TEXTS } from './tables';

/** Types of columns that accept every value of a source. Other sources (form fields) are judged value by value. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
	id: ['int8', 'int4', 'numeric', ...TEXTS],
	capturedAt: ['timestamptz', 'timestamp', 'date', ...TEXTS],
	fields: ['jsonb', 'json', ...TEXTS],
	'conversation.json': ['jsonb', 'json', ...TEXTS],
};

/** What prevents writing leads to the table, each with the setting that it is about. It writes nothing. */
export async function tableProblems(client: ClientBase, names: Names): Promise<SettingProblem[]> {
	const columns = await columnsOf(client, names.leads);
	const ofTable = (message: string): SettingProblem => ({ path: names.isOwn ? 'table' : 'columns', message });
	if (columns.length === 0)
		return [
			{ path: 'table', message: `names the table ${names.leads}, which does not exist or which the user may not see` },
		];
	const problems: SettingProblem[] = [
		...missing(columns, names),
		...unsuitableColumns(columns, names),
		...filled(columns, names),
		...unfilled(columns, names).map(ofTable),
	];
	if (problems.length === 0) problems.push(...(await keyProblems(client, names.leads, names.key, 'lead')).map(ofTable));
	if (problems.length === 0 && !(await may(client, names.leads, ['SELECT', 'INSERT'])))
		problems.push(ofTable(`needs a user who may SELECT and INSERT in ${names.leads}`));
	problems.push(...(await syncTableProblems(client, names)));
	if (problems.length === 0 && !(await may(client, names.syncs, ['SELECT', 'INSERT', 'UPDATE'])))
		problems.push(ofTable(`needs a user who may SELECT, INSERT and UPDATE in ${names.syncs}`));
	return problems;
}

/** A table of that name may be there already, and may be another program's. */
async function syncTableProblems(client: ClientBase, { syncs }: Names): Promise<SettingProblem[]> {
	const columns = new Map((await columnsOf(client, syncs)).map(({ name, type }) => [name, type]));
	const differences = Object.entries(SYNC_COLUMNS).flatMap(([name, types]) => {
		const found = columns.get(name);
		if (found === undefined) return [`no column "${name}"`];
		return types.includes(found) ? [] : [`"${name}" of the type ${found} instead of ${types[0]}`];
	});
	if (differences.length === 0) return [];
	const what = `has a table ${syncs} that is not as the worker creates it: it has ${differences.join(', ')}`;
	return [{ path: 'schema', message: `${what}. Rename that table, and the worker creates its own` }];
}

/** Problems of single columns that show without writing. A table that the worker will create has none. */
export async function columnProblems(client: ClientBase, names: Names): Promise<SettingProblem[]> {
	const columns = await columnsOf(client, names.leads);
	if (columns.length > 0)
		return [...missing(columns, names), ...unsuitableColumns(columns, names), ...filled(columns, names)];
	if (names.isOwn) return [];
	return [
		{ path: 'table', message: `names the table ${names.leads}, which does not exist or which the user may not see` },
	];
}

/** The setting of one column. */
function settingOf(column: string, { isOwn }: Names): string {
	return isOwn ? 'table' : `columns.${column}`;
}

function missing(columns: Column[], names: Names): SettingProblem[] {
	const { columns: mapped, leads } = names;
	return Object.keys(mapped)
		.filter((name) => !columns.some((column) => column.name === name))
		.map((name) => ({
			path: settingOf(name, names),
			message: `has no column ${quoted(name)} in ${leads}; add the column there, or correct its name here`,
		}));
}

function unsuitableColumns(columns: Column[], names: Names): SettingProblem[] {
	return columns.flatMap(({ name, type }) => {
		const source = Object.hasOwn(names.columns, name) ? names.columns[name] : undefined;
		if (source === undefined || source.startsWith('fields.')) return [];
		const fitting = FITTING[source] ?? TEXTS;
		if (fitting.includes(type)) return [];
		const message = `maps ${source} to the column ${quoted(name)} of the type ${type}; it needs ${fitting.join(', ')}`;
		return [{ path: settingOf(name, names), message }];
	});
}

function filled(columns: Column[], names: Names): SettingProblem[] {
	return columns.flatMap(({ name, filled }) => {
		const source = Object.hasOwn(names.columns, name) ? names.columns[name] : undefined;
		if (source === undefined || !filled) return [];
		const what = `maps ${source} to the column ${quoted(name)}, which the database always fills itself`;
		return [{ path: settingOf(name, names), message: `${what}; map another column` }];
	});
}

function unfilled(columns: Column[], { columns: mapped }: Names): string[] {
	return columns
		.filter(({ name, required }) => required && !Object.hasOwn(mapped, name))
		.map(({ name }) => `leaves the column ${quoted(name)} empty, which must not be null and has no default`);
}

/** A large id that few tables contain and that fits into a column of four bytes. */
const LEAD_ID = 2_147_483_646;
const CURSOR: LeadCursor = { doneBefore: 0, done: [], pass: null, completeAt: null, rereadAt: 0 };

/**
 * Writes a made-up lead and the row of a sync twice each, as a sync does.
 * @param client in a transaction that the caller rolls back
 * @throws the database's error if it accepts neither
 */
export async function probeTables(client: ClientBase, names: Names, destination: string): Promise<Probed> {
	const of = { connection: `probe-${randomUUID()}`, agentId: 'agent_knowledge_probe' };
	const lead = leadOf(of.agentId);
	const first = await insertLeads(client, names, of, [lead]);
	const again = await insertLeads(client, names, of, [lead]);
	const page = { cursor: CURSOR, refused: first.refused };
	const isNew = await writeSyncRow(client, names, destination, of, null, page);
	const kept = await readSyncRow(client, names, destination, of);
	const isMoved = kept !== null && (await writeSyncRow(client, names, destination, of, kept, page));
	if (!isNew || !isMoved) throw new Error(`a row that was written to ${names.syncs} is missing`);
	return probed(names, first.refused[0]?.reason, [first.written, again.written]);
}

function probed({ leads, syncs }: Names, refusal: string | undefined, written: [first: number, again: number]): Probed {
	const end = 'The transaction was rolled back.';
	if (refusal !== undefined) {
		const what = `${syncs} accepted the row of a sync, but ${leads} refused a made-up lead, which proves nothing for real leads`;
		return { proven: false, detail: `${what}: ${refusal}. ${end}` };
	}
	if (written[0] !== 1 || written[1] !== 0) {
		const what = `${leads} counted ${written[0]} and then ${written[1]} new rows for the same made-up lead instead of 1 and 0`;
		return { proven: false, detail: `${what}: a trigger or rule may write it to another table. ${end}` };
	}
	const what = `A made-up lead was written into ${leads} once and not twice, and the row of a sync into ${syncs}`;
	return { proven: true, detail: `${what}. ${end}` };
}

function leadOf(agentId: string): Lead {
	return {
		id: LEAD_ID,
		agentId,
		conversationId: 'agent_knowledge_probe',
		name: 'Agent Knowledge',
		email: 'probe@agent-knowledge.invalid',
		phone: '+10000000000',
		city: 'None',
		country: 'None',
		countryCode: 'ZZ',
		fields: {},
		capturedAt: new Date().toISOString(),
	};
}
