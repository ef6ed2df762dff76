import { randomUUID } from 'node:crypto';
import { GatewayRefusal, isUnavailable } from './gateway-client';
import type { Terminal } from './terminal';

/** The type of the refusal of too many requests. */
const NOTHING_WAS_DONE = 'too_many_requests';

/**
 * Does a write under the caller's Idempotency-Key, or a new one. If its outcome is unknown, prints the key: only with it
 * can the caller learn the outcome.
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
		if (isOutcomeUnknown(error))
			terminal.note(
				`The outcome is unknown. Repeat the command with --key ${key}: it shows the outcome, and does the work only once.`,
			);
		throw error;
	}
}

/** Whether a write that threw this may have been done. */
export function isOutcomeUnknown(error: unknown): boolean {
	return isUnavailable(error) && !(error instanceof GatewayRefusal && error.type === NOTHING_WAS_DONE);
}
