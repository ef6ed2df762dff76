import { UnknownKeyError } from './keyring';
import { DecryptionError } from './payload-codec';

/** What is wrong with a key, where that is why it failed: the SDK wraps what its codec throws. Null for all else. */
export function keyErrorOf(error: unknown): UnknownKeyError | DecryptionError | null {
	if (!(error instanceof Error)) return null;
	return error instanceof UnknownKeyError || error instanceof DecryptionError ? error : keyErrorOf(error.cause);
}
