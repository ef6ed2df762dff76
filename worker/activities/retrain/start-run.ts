import { type ApiClient, ApiError } from '../../../api';
import type { StartResponse } from '../../../workflows/retrain/activities';
import { apiFailure, writeAnswerOf } from '../task/failure';

/**
 * One request for a run, and what is certain about its effect. The worker never cuts it short: a cancelled request
 * would be one more with an unknown outcome.
 * @throws a final failure if the service refused for good
 */
export async function requestTraining(api: ApiClient, agentId: string): Promise<StartResponse> {
	try {
		await api.call('retrain', { params: { id: agentId } });
		return { outcome: 'accepted' };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return answerOf(error);
	}
}

export function answerOf(failed: ApiError): StartResponse {
	// The service accepted the request. Only the body, whose form is not specified, was unreadable.
	if (failed.status !== null && failed.status < 300) return { outcome: 'accepted' };
	const answer = writeAnswerOf(failed);
	if (answer.outcome === 'refused') throw apiFailure(failed);
	return answer;
}
