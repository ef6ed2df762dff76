import { type ApiClient, ApiError, type Lead, type NoConversation, type ShownConversation } from '../../../api';
import { listStatus } from './list-status';
import { isPassing } from '../task/failure';

/** Until then a failure of the service counts as one of all its calls. */
const FAILURES_UNTIL_BROKEN = 8;

/** @param failures how often the call of this conversation failed before */
export interface ReadOneWith {
	api: ApiClient;
	failures: number;
	signal: AbortSignal;
}

/**
 * The conversation of a lead, or why it comes without. One call.
 * @throws what another attempt may not meet, and what says something of the key or of the whole service
 */
export async function readOne(
	{ conversationId: id, agentId }: Lead,
	given: ReadOneWith,
): Promise<ShownConversation | NoConversation> {
	try {
		const shown = await given.api.call('getConversation', { params: { id }, signal: given.signal });
		const of = shown['agentId'];
		return typeof of === 'string' && of !== agentId ? 'other_agent' : shown;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return whyWithout(error, agentId, given);
	}
}

async function whyWithout(error: ApiError, agentId: string, given: ReadOneWith): Promise<NoConversation> {
	const { status, type } = error;
	if (status === 404) return 'deleted';
	if (type === 'insufficient_scope') throw error;
	if (!isPassing(error)) return status === 200 ? 'failed' : 'refused';
	// The same for this conversation each time, while the service gives out others: waiting longer would not help.
	const mayBeBroken = (status === 500 || status === 200) && given.failures >= FAILURES_UNTIL_BROKEN;
	if (mayBeBroken && (await listStatus(agentId, given)) === 200) return 'failed';
	throw error;
}
