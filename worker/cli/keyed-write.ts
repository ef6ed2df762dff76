import { randomUUID } from 'node:crypto';
import { CommandError, EXIT } from './exit-codes';
import { GatewayRefusal } from './gateway-client';
import type { Terminal } from './terminal';

/** The type of the refusal of one who asks too often. */
const NOTHING_WAS_DONE = 'too_many_requests';

/**
 * Does a write under the caller's Idempotency-Key, or a new one, which is told when no answer came: only who has the key can
 * find out what became of it.
 * @throws CommandError what the write threw
 */
export async function keyedWrite<Answer>(
	terminal: Terminal,
	key: string = randomUUID(),
	write: (key: string) => Promise<Answer>,
): Promise<Answer> {
	try {
		return await write(key);
	} catch (error) {
		if (isAway(error) && !(error instanceof GatewayRefusal && error.type === NOTHING_WAS_DONE))
			terminal.note(
				`It may have been done all the same. The same command with --key ${key} finds out, and does it once.`,
			);
		throw error;
	}
}

/** The gateway could not be asked, or did not answer. */
export function isAway(error: unknown): boolean {
	return error instanceof CommandError && error.exitCode === EXIT.gatewayUnreachable;
}
