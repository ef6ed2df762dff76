import type { ApiError } from '../../../api';
import type { WriteAnswer } from '../../../workflows/task/activities';
import { isKeyRefused, taskErrorOf } from './api-failure';

/** No connection came about, so that nothing can have been done. */
const NOT_SENT = new Set(['connection_refused', 'host_not_found']);

/** What is certain about the effect of a write that failed. */
export function writeAnswerOf(failed: ApiError): WriteAnswer {
	const { status, type, outcome, retryAfterMs } = failed;
	const error = taskErrorOf(failed);
	if (status === 409) return { outcome: 'conflict', error };
	if (status === 429 || NOT_SENT.has(type) || isKeyRefused(failed)) return { outcome: 'not-sent', error, retryAfterMs };
	return { outcome, error };
}
