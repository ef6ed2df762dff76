import type { ClientBase } from 'pg';
import {
	type ConversationTables,
	type DueConversation,
	ErasedUnknownError,
	type KeptTotals,
	type ListedPage,
	type NamesErased,
	type ReadConversation,
} from '../../conversations';
import { DestinationHeldError, DestinationUnfitError, type LeadsOf } from '../../destination';
import { databaseAdvice, databaseWords } from '../advice';
import { addToTotals, lockAgent, readTotals } from './agent-row';
import { markUnseen, noteListed, readDue } from './note-listed';
import { type ConversationNames, conversationTableProblems, createConversationTables } from './tables';
import { writeConversations } from './write-conversations';

/** Runs work in one transaction of the destination's database. @throws the database's error */
type InTransaction = <Result>(work: (client: ClientBase) => Promise<Result>) => Promise<Result>;

/** Two tables of a PostgreSQL database, and two more that say what syncs know. */
export class PostgresqlConversations implements ConversationTables {
	#checked = false;

	/** @param target address of the database, without secrets */
	constructor(
		private readonly destination: { name: string; target: string },
		private readonly names: ConversationNames,
		private readonly inTransaction: InTransaction,
	) {}

	async check(): Promise<void> {
		const problems = await this.#prepared();
		if (problems.length > 0) throw new DestinationUnfitError(this.destination.name, problems);
		this.#checked = true;
	}

	async #prepared() {
		try {
			return await this.inTransaction(async (client) => {
				await createConversationTables(client, this.names);
				return conversationTableProblems(client, this.names);
			});
		} catch (error) {
			const todo =
				databaseAdvice(error) ??
				'Check that it runs, that this machine can reach it, and that its user may create tables in the schema';
			const message = `leads to a database that cannot be prepared: ${databaseWords(error)}. ${todo}`;
			throw new DestinationUnfitError(this.destination.name, [{ path: 'url', message }]);
		}
	}

	totals(of: LeadsOf): Promise<KeptTotals> {
		return this.#held((client) => readTotals(client, this.names, of));
	}

	async note(of: LeadsOf, page: ListedPage): Promise<KeptTotals & { marked: number }> {
		let marked = 0;
		const totals = await this.#ofAgent(of, async (client) => {
			marked = await noteListed(client, this.names, of, page);
		});
		return { ...totals, marked };
	}

	endFullRound(of: LeadsOf, roundAt: number): Promise<KeptTotals> {
		return this.#ofAgent(of, (client) => markUnseen(client, this.names, of, roundAt));
	}

	due(of: LeadsOf, most: number): Promise<DueConversation[]> {
		return this.#held((client) => readDue(client, this.names, of, most));
	}

	write(of: LeadsOf, reads: readonly ReadConversation[], namesErased: () => Promise<NamesErased>): Promise<KeptTotals> {
		return this.#ofAgent(of, async (client, fullAt) => {
			const stillFits = async () => {
				const problems = await conversationTableProblems(client, this.names);
				if (problems.length > 0) throw new DestinationUnfitError(this.destination.name, problems);
			};
			// Asked under the lock that an erasure waits for.
			const writing = { client, names: this.names, of, fullAt, namesErased: await namesErased(), stillFits };
			await addToTotals(client, this.names, of, await writeConversations(writing, reads));
		});
	}

	#ofAgent(of: LeadsOf, work: (client: ClientBase, fullAt: number | null) => Promise<void>): Promise<KeptTotals> {
		return this.#held(async (client) => {
			await work(client, await lockAgent(client, this.names, of));
			return readTotals(client, this.names, of);
		});
	}

	async #held<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
		const { name, target } = this.destination;
		try {
			if (!this.#checked) await this.check();
			return await this.inTransaction(work);
		} catch (error) {
			if (error instanceof ErasedUnknownError) throw error;
			this.#checked = false;
			if (error instanceof DestinationUnfitError)
				throw new DestinationHeldError(`Destination ${name} (${target}) is misconfigured: ${error.message}.`);
			const advice = databaseAdvice(error);
			const todo = advice === null ? '' : ` ${advice}.`;
			throw new DestinationHeldError(
				`Destination ${name} (${target}) cannot take conversations: ${databaseWords(error)}.${todo}`,
			);
		}
	}
}
