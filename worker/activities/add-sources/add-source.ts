import { type ApiClient, ApiError } from '../../../api';
import type { AddAnswer } from '../../../workflows/add-sources/activities';
import type { SourceInput } from '../../../workflows/add-sources/contract';
import type { Blobs } from '../../storage/blobs';
import { apiFailure } from '../task/api-failure';
import { writeAnswerOf } from '../task/write-answer';
import { bodyOf } from './source-body';

/** Refusals of this one source: others may be taken. */
const OF_THE_ITEM = new Set([400, 413, 415, 422]);

/**
 * One request to add a source, and what is certain about its effect. It is never cut short: a request that is cancelled
 * half-way would be one more whose effect nobody knows.
 * @throws a final failure when the service refused all that the task could send
 */
export async function addSource(
	api: ApiClient,
	blobs: Blobs,
	agentId: string,
	source: SourceInput,
): Promise<AddAnswer> {
	const sent = await bodyOf(blobs, source);
	if ('outcome' in sent) return sent;
	const params = { id: agentId };
	try {
		const { id } =
			sent.operation === 'uploadSourceFile'
				? await api.call('uploadSourceFile', { params, body: sent.body })
				: await api.call('addSource', { params, body: sent.body });
		return { outcome: 'accepted', sourceId: id };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return answerOf(error);
	}
}

export function answerOf(failed: ApiError): AddAnswer {
	const answer = writeAnswerOf(failed);
	if (answer.outcome !== 'refused') return answer;
	if (failed.type === 'training_limit_exceeded') return { outcome: 'limit', error: answer.error };
	// What the client itself refuses to send is wrong in this source alone.
	if (failed.status === null || OF_THE_ITEM.has(failed.status)) return answer;
	throw apiFailure(failed);
}
