import type { SqlDatabase } from '../database/sql-database';
import { digestOf } from '../keys/digest';
import type { EmailReceiptsRepository, Receipt } from '../repositories/email-receipts-repository';
import { emailProblems } from './email-problems';

/** One answer for each idempotency key of an agent and operation (specification, part 4). */
export class Idempotency {
	constructor(
		private readonly database: SqlDatabase,
		private readonly receipts: EmailReceiptsRepository,
	) {}

	/**
	 * Does the work and keeps its answer, in one transaction; for the same key and input gives that answer again.
	 *
	 * @param input all that must be the same in a repeat @throws ApiProblem idempotency_key_reused, and what `work` throws
	 */
	once(
		scope: { agentId: string; operation: string; key: string },
		input: (string | string[] | undefined)[],
		work: () => Receipt['reply'],
	): Receipt['reply'] {
		const digest = digestOf(JSON.stringify(input.map((part) => part ?? null)));
		return this.database.transaction(() => {
			const receipt = this.receipts.find(scope.agentId, scope.operation, scope.key);
			if (receipt && receipt.digest !== digest) throw emailProblems.keyReused();
			if (receipt) return receipt.reply;
			const reply = work();
			this.receipts.insert(scope.agentId, scope.operation, scope.key, { digest, reply });
			return reply;
		});
	}
}
