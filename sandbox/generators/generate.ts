import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { SqlDatabase } from '../database/sql-database';
import type { Agent } from '../database/agents-repository';
import { STATEMENTS } from './statements';

export const GENERATED_KINDS = ['leads', 'conversations', 'cod-confirmations'] as const;

export interface GenerateOptions {
	kind: (typeof GENERATED_KINDS)[number];
	count: number;
	/** They are spread evenly over so many days up to now. */
	days: number;
}

/** Rows of one transaction: between two of them other requests are answered. A multiple of what shares a conversation. */
const BATCH = 10_000;

/** Fills an agent with as much as a trial of size needs. What was made before a stop of the sandbox stays. */
export class Generators {
	private readonly stopping = new AbortController();
	private readonly underWay = new Set<Promise<void>>();

	constructor(private readonly database: SqlDatabase) {}

	/** Resolves to the seconds it took. */
	async generate(agent: Agent, { kind, count, days }: GenerateOptions): Promise<{ seconds: number }> {
		const started = performance.now();
		const work = this.insertAll(agent, { kind, count, days });
		this.underWay.add(work);
		try {
			await work;
		} finally {
			this.underWay.delete(work);
		}
		return { seconds: Math.round(performance.now() - started) / 1000 };
	}

	/** Interrupts and waits until the database is let go. */
	async stop(): Promise<void> {
		this.stopping.abort(new Error('The sandbox is stopping.'));
		await Promise.allSettled(this.underWay);
	}

	private async insertAll(agent: Agent, { kind, count, days }: GenerateOptions): Promise<void> {
		const secondsEach = (days * 86_400) / count;
		const firstAt = Date.now() / 1000 - days * 86_400;
		// Ids of one generation share it, so that leads can name their conversations.
		const mark = randomUUID().slice(0, 8);
		for (let from = 1; from <= count; from += BATCH) {
			this.stopping.signal.throwIfAborted();
			const until = Math.min(count, from + BATCH - 1);
			this.database.transaction(() => {
				for (const statement of STATEMENTS[kind]) {
					this.database.run(statement, from, until, agent.id, mark, firstAt, secondsEach);
				}
			});
			await turn();
		}
	}
}
