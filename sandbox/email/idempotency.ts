import { digestOf } from '../account/secrets';
import type { EmailReceiptsRepository, Receipt } from '../database/receipts-repository';
import type { SqlDatabase } from '../database/sql-database';
import { emailProblems } from './email-problems';

export interface IdempotencyScope {
	agentId: string;
	operation: string;
	key: string;
}

type IdempotentInput = (string | string[] | undefined)[];

/** One response for each idempotency key of an agent and operation (specification, part 4). */
export class Idempotency {
	constructor(
		private readonly database: SqlDatabase,
		private readonly receipts: EmailReceiptsRepository,
	) {}

	/**
	 * Does the work and stores its response in one transaction. For the same key and input, returns the stored
	 * response.
	 *
	 * @param input what a retry must not change @throws ApiProblem idempotency_key_reused, and what `work` throws
	 */
	once(scope: IdempotencyScope, input: IdempotentInput, work: () => Receipt['reply']): Receipt['reply'] {
		return this.database.transaction(() => {
			const known = this.known(scope, input);
			if (known) return known;
			const reply = work();
			this.receipts.insert(scope.agentId, scope.operation, scope.key, { digest: digestOfInput(input), reply });
			return reply;
		});
	}

	/** The stored response, if there is one. @throws ApiProblem idempotency_key_reused */
	known({ agentId, operation, key }: IdempotencyScope, input: IdempotentInput): Receipt['reply'] | undefined {
		const receipt = this.receipts.find(agentId, operation, key);
		if (receipt && receipt.digest !== digestOfInput(input)) throw emailProblems.keyReused();
		return receipt?.reply;
	}
}

const digestOfInput = (input: IdempotentInput): string => digestOf(JSON.stringify(input.map((part) => part ?? null)));
