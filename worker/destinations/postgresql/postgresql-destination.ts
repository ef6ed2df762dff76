import { type ClientBase, Pool, type PoolClient } from 'pg';
import type { Lead } from '../../../api';
import { addSkipped } from '../../../workflows/leads/filter';
import type { PostgresqlSettings } from './settings';
import {
	type Destination,
	DestinationHeldError,
	DestinationUnfitError,
	type KeptCounts,
	type KeptCursor,
	type LeadPreview,
	type LeadsOf,
	type MappedField,
	type Page,
	type Pages,
	type PersonAtDestination,
	type Probed,
	type Refusal,
	type SettingProblem,
	type Written,
	type WrittenPages,
} from '../destination';
import { createLeadTable, createSyncTable, type Names, namesOf } from './tables';
import { databaseAdvice, databaseWords } from './advice';
import { insertLeads, insertPages } from './insert-leads';
import { rowOf } from './lead-rows';
import { updateConversations } from './update-conversations';
import { countRowsOf, deleteRowsOf } from './person-rows';
import { columnProblems, probeTables, tableProblems } from './check-tables';
import { announceFirstRow, holdSyncRow, readSyncRow, writeSyncRow } from './sync-row';
import { countConversationsOf, deleteConversationsOf } from './conversations/persons';
import { PostgresqlConversations } from './conversations/postgresql-conversations';
import { type ConversationNames, conversationNames } from './conversations/tables';

/** Milliseconds. */
const CONNECT_WITHIN_MS = 10_000;
const STATEMENT_WITHIN_MS = 30_000;
const CONNECTIONS = 4;
/**
 * Limits are set inside each transaction and end with it. A pooler refuses settings at the start of a connection, and
 * in transaction mode it gives the same connection to others afterwards.
 */
const BEGIN = `BEGIN; SET LOCAL statement_timeout = ${STATEMENT_WITHIN_MS}; SET LOCAL idle_in_transaction_session_timeout = ${2 * STATEMENT_WITHIN_MS}`;

/** A table of a PostgreSQL database. It has each lead once, and the sync's row holds the progress of the sync. */
export class PostgresqlDestination implements Destination {
	readonly type = 'postgresql';
	readonly target: string;
	readonly mapping: readonly MappedField[];
	readonly conversations: PostgresqlConversations;
	readonly #conversationNames: ConversationNames;
	readonly #pool: Pool;
	readonly #names: Names;
	/** The errors that ended connections. The next statement only reports that there is no connection. */
	readonly #ends = new WeakMap<ClientBase, Error>();
	#checked = false;

	constructor(
		readonly name: string,
		private readonly config: PostgresqlSettings,
	) {
		this.#names = namesOf(config);
		this.mapping = Object.entries(this.#names.columns).map(([field, source]) => ({ field, source }));
		const { hostname, port, pathname } = new URL(config.url);
		this.target = `${hostname}:${port === '' ? '5432' : port}${pathname} ${config.schema}.${config.table}`;
		this.#conversationNames = conversationNames(config);
		this.conversations = new PostgresqlConversations({ name, target: this.target }, this.#conversationNames, (work) =>
			this.#inTransaction(work),
		);
		this.#pool = new Pool({
			connectionString: config.url,
			max: CONNECTIONS,
			connectionTimeoutMillis: CONNECT_WITHIN_MS,
			query_timeout: STATEMENT_WITHIN_MS + 5_000,
			allowExitOnIdle: true,
		});
		// The pool replaces an idle connection that breaks.
		this.#pool.on('error', () => undefined);
		// The pool only listens to idle connections. A connection that ends between two statements reports it itself.
		this.#pool.on('connect', (client) => {
			client.on('error', (error) => {
				if (!this.#ends.has(client)) this.#ends.set(client, error);
			});
		});
	}

	preview(of: LeadsOf, lead: Lead): LeadPreview {
		return rowOf(this.#names, of, lead);
	}

	async mappingProblems(): Promise<SettingProblem[]> {
		try {
			return await this.#inTransaction((client) => columnProblems(client, this.#names));
		} catch (error) {
			const todo = databaseAdvice(error) ?? 'Check that it runs, and that this machine can reach it';
			const message = `leads to a database whose columns cannot be read: ${databaseWords(error)}. ${todo}`;
			throw new DestinationUnfitError(this.name, [{ path: 'url', message }]);
		}
	}

	async check(): Promise<void> {
		let problems: SettingProblem[];
		try {
			problems = await this.#inTransaction(async (client) => {
				await createSyncTable(client, this.#names);
				if (this.config.columns === undefined) await createLeadTable(client, this.#names);
				return tableProblems(client, this.#names);
			});
		} catch (error) {
			const todo =
				databaseAdvice(error) ??
				`Check that it runs, that this machine can reach it, and that its user may create tables in the schema ${this.config.schema}`;
			const message = `leads to a database that cannot be prepared: ${databaseWords(error)}. ${todo}`;
			throw new DestinationUnfitError(this.name, [{ path: 'url', message }]);
		}
		if (problems.length > 0) throw new DestinationUnfitError(this.name, problems);
		this.#checked = true;
	}

	async probe(): Promise<Probed> {
		await this.check();
		try {
			return await this.#inTransaction((client) => probeTables(client, this.#names, this.name), 'ROLLBACK');
		} catch (error) {
			const message = `leads to a database that refuses leads: ${databaseWords(error)}. Correct the table, its triggers or the rights of the user`;
			throw new DestinationUnfitError(this.name, [{ path: 'url', message }]);
		}
	}

	async readCursor(of: LeadsOf): Promise<KeptCursor | null> {
		await this.#checkOnce();
		return this.#held(() => this.#inTransaction((client) => readSyncRow(client, this.#names, this.name, of)));
	}

	async writePage({ of, leads, kept, cursor, unheard, counts, mayHave = false }: Page): Promise<Written> {
		return this.#held(() =>
			this.#inTransaction(async (client) => {
				if (kept === null) await announceFirstRow(client, this.#names);
				const fresh = await this.#writeLeads(client, of, leads, mayHave);
				const refused = [...unheard, ...fresh.refused];
				await this.#moveTo({ cursor, refused, ...withWritten(counts, fresh.written) }, client, of, kept);
				return { ...fresh, refused };
			}),
		);
	}

	/** @param mayHave as in a page */
	async #writeLeads(client: ClientBase, of: LeadsOf, leads: readonly Lead[], mayHave: boolean): Promise<Written> {
		const { written, refused } = await insertLeads(client, this.#names, of, leads);
		if (!mayHave || written + refused.length === leads.length) return { written, refused };
		const missing = new Set(refused.map(({ leadId }) => leadId));
		const there = leads.filter(({ id }) => !missing.has(id));
		return { written, refused, inPart: await updateConversations(client, this.#names, of, there) };
	}

	async writePages({ of, kept, pages: given }: Pages): Promise<WrittenPages> {
		return this.#held(() =>
			this.#inTransaction(async (client) => {
				const leads = given.map((page) => page.leads);
				const { written, refused, pages } = await insertPages(client, this.#names, of, leads);
				const cursor = given[pages - 1]?.cursor ?? kept.cursor;
				const skipped = given
					.slice(0, pages)
					.reduce((sum, page) => addSkipped(sum, page.skipped), kept.counts?.skipped);
				const state = { cursor, refused, ...withWritten(kept.counts, written, skipped) };
				await this.#moveTo(state, client, of, kept);
				return { written, refused, pages, kept: { ...state, version: kept.version + 1 } };
			}),
		);
	}

	/** @throws DestinationHeldError if another writer moved it first */
	async #moveTo(
		to: Omit<KeptCursor, 'version'>,
		client: ClientBase,
		of: LeadsOf,
		kept: KeptCursor | null,
	): Promise<void> {
		if (!(await writeSyncRow(client, this.#names, this.name, of, kept, to))) throw this.#moved('page');
	}

	#moved(what: 'page' | 'lead'): DestinationHeldError {
		return new DestinationHeldError(
			`Another writer changed the row of this sync in ${this.target} meanwhile. The sync reads the ${what} again.`,
			1,
		);
	}

	async writeLead(of: LeadsOf, lead: Lead, kept: KeptCursor | null, mayHave = false): Promise<Written> {
		return this.#held(() =>
			this.#inTransaction(async (client) => {
				if (!(await holdSyncRow(client, this.#names, this.name, of, kept))) throw this.#moved('lead');
				return this.#writeLeads(client, of, [lead], mayHave);
			}),
		);
	}

	async updateConversations(of: LeadsOf, leads: readonly Lead[], kept: KeptCursor | null): Promise<Refusal[]> {
		return this.#held(() =>
			this.#inTransaction(async (client) => {
				if (!(await holdSyncRow(client, this.#names, this.name, of, kept))) throw this.#moved('page');
				return updateConversations(client, this.#names, of, leads);
			}),
		);
	}

	async countPerson(person: PersonAtDestination): Promise<number> {
		return this.#held(() =>
			this.#inTransaction(async (client) => {
				const leads = await countRowsOf(client, this.#names, this.name, person);
				return leads + (await countConversationsOf(client, this.#conversationNames, person));
			}),
		);
	}

	async erasePerson(person: PersonAtDestination): Promise<void> {
		const left = await this.#held(() =>
			this.#inTransaction(async (client) => {
				const refused = await deleteRowsOf(client, this.#names, person);
				await deleteConversationsOf(client, this.#conversationNames, person);
				return refused;
			}),
		);
		if (left !== null) throw new DestinationHeldError(left);
	}

	async close(): Promise<void> {
		await this.#pool.end();
	}

	/** The table was changed, or another worker started the task. */
	async #checkOnce(): Promise<void> {
		if (this.#checked) return;
		try {
			await this.check();
		} catch (error) {
			if (!(error instanceof DestinationUnfitError)) throw error;
			throw new DestinationHeldError(`Destination ${this.name} (${this.target}) is misconfigured: ${error.message}.`);
		}
	}

	async #held<Result>(work: () => Promise<Result>): Promise<Result> {
		try {
			return await work();
		} catch (error) {
			if (error instanceof DestinationHeldError) throw error;
			// After any error the worker checks the table again before the next page.
			this.#checked = false;
			const advice = databaseAdvice(error);
			const todo = advice === null ? '' : ` ${advice}.`;
			throw new DestinationHeldError(
				`Destination ${this.name} (${this.target}) cannot take leads: ${databaseWords(error)}.${todo}`,
			);
		}
	}

	/** Everything runs in one, because a pooler may give each transaction another connection of the database. */
	async #inTransaction<Result>(
		work: (client: PoolClient) => Promise<Result>,
		end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
	): Promise<Result> {
		return this.#with(async (client) => {
			await client.query(BEGIN);
			const result = await work(client);
			await client.query(end);
			return result;
		});
	}

	/** After an error the connection is closed, and its transaction ends with it. */
	async #with<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
		const client = await this.#pool.connect();
		let broken = true;
		try {
			const result = await work(client);
			broken = false;
			return result;
		} catch (error) {
			throw this.#ends.get(client) ?? error;
		} finally {
			client.release(broken);
		}
	}
}

/** @param skipped in all. Default: what the counts have */
function withWritten(counts: KeptCounts | undefined, written: number, skipped = counts?.skipped) {
	if (counts === undefined) return {};
	const { from } = counts;
	return { counts: { from, written: counts.written + written, ...(skipped === undefined ? {} : { skipped }) } };
}
