import { ApplicationFailure } from '@temporalio/common';
import type { TaskError } from '../../../workflows/task/failure';
import { UnknownKeyError } from '../../temporal/keyring';

/** Somebody has to put the key back. */
const PAUSE_MS = 5 * 60_000;

/** A key that was removed too early, as Temporal retries it: the task holds until it is back. What is no such error comes back as it is. */
export function keyMissing(error: unknown): unknown {
	if (!(error instanceof UnknownKeyError)) return error;
	const { message } = error;
	const type = 'encryption_key_missing';
	const details: TaskError = {
		...{ type, title: 'An encryption key is missing', status: 503, detail: message, issues: [] },
	};
	return ApplicationFailure.create({ type, message, details: [details], nextRetryDelay: PAUSE_MS });
}
