import { type ApiClient, ApiError } from '../../../api';
import type { StartAnswer } from '../../../workflows/retrain/activities';
import { apiFailure, writeAnswerOf } from '../task/failure';

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
	// The service said yes; only the body, whose form is not stated, could not be read.
	if (failed.status !== null && failed.status < 300) return { outcome: 'accepted' };
	const answer = writeAnswerOf(failed);
	if (answer.outcome === 'refused') throw apiFailure(failed);
	return answer;
}
