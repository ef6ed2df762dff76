import type { Clock } from '../runtime/clock';
import type { SqlDatabase } from '../database/sql-database';
import type { JobKind } from '../runtime/job-runner';
import type { QaIndexRepository } from '../database/qa-pairs-repository';

/** How long indexing takes, in seconds of the sandbox's clock. */
const INDEXING_SECONDS = 1;

/** Makes what was changed in an agent's Q&A pairs findable. */
export class IndexQaPairsJob implements JobKind {
	readonly concurrency = Number.POSITIVE_INFINITY;

	constructor(
		private readonly database: SqlDatabase,
		private readonly index: QaIndexRepository,
		private readonly clock: Clock,
	) {}

	async run(agentId: string, signal: AbortSignal): Promise<void> {
		await this.clock.pause(INDEXING_SECONDS, signal);
		this.database.transaction(() => this.index.catchUp(agentId));
	}

	/** What was changed stays noted, and is indexed with the next change. */
	giveUp(): void {
		return;
	}
}
