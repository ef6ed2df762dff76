import { type ApiClient, ApiError } from '../../../api';
import type { StartAnswer } from '../../../workflows/ports';
import { apiFailure, taskErrorOf } from '../api-failure';

/** No connection came about, so that nothing can have been done. */
const NOT_SENT = new Set(['connection_refused', 'host_not_found']);

/**
 * One request for a run, and what is certain about its effect. It is never cut short: a request that is cancelled
 * half-way would be one more whose effect nobody knows.
 * @throws a final failure when the service refused for good
 */
export async function requestTraining(api: ApiClient, agentId: string): Promise<StartAnswer> {
	try {
		await api.call('retrain', { params: { id: agentId } });
		return { outcome: 'accepted' };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return answerOf(error);
	}
}

export function answerOf(failed: ApiError): StartAnswer {
	const { status, type, outcome, retryAfterMs } = failed;
	const error = taskErrorOf(failed);
	// The service said yes; only the body, whose form is not stated, could not be read.
	if (status !== null && status < 300) return { outcome: 'accepted' };
	if (status === 409) return { outcome: 'conflict', error };
	if (status === 429 || NOT_SENT.has(type)) return { outcome: 'not-sent', error, retryAfterMs };
	if (outcome === 'ambiguous') return { outcome: 'ambiguous', error };
	throw apiFailure(failed);
}
