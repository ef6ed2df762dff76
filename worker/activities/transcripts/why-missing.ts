import { type ApiClient, ApiError } from '../../../api';
import type { MissingReason } from '../../../workflows/conversation-export/contract';
import { isOfService, passing } from '../lead-conversations/why-missing';

/** Until then a failure of the service counts as one of all its calls. The attempts take three minutes or more. */
const ATTEMPTS_UNTIL_BROKEN = 8;

interface Asking {
	api: ApiClient;
	/** The attempt of the activity. */
	attempt: number;
	signal: AbortSignal;
}

/** Why this transcript is missing for good. @throws the error if it says something of the key or of the whole service */
export async function whyMissing(
	error: ApiError,
	agentId: string,
	asking: Asking,
): Promise<Exclude<MissingReason, 'no_id'>> {
	const { status, type } = error;
	if (status === null && type === 'invalid_input') return 'refused';
	if (isOfService(error)) {
		if (status === 404) return (await listStatus(agentId, asking)) === 404 ? 'agent_gone' : 'deleted';
		return status === 200 ? 'failed' : 'refused';
	}
	// The same for this conversation each time, while the service gives out others: waiting longer would not help.
	const mayBeBroken = status === 500 && asking.attempt >= ATTEMPTS_UNTIL_BROKEN;
	if (mayBeBroken && (await listStatus(agentId, asking)) === 200) return 'failed';
	throw passing(error);
}

/** What the service answers to a read of an agent's conversations; null if it does not answer. */
async function listStatus(
	agentId: string,
	{ api, signal }: { api: ApiClient; signal: AbortSignal },
): Promise<number | null> {
	try {
		await api.call('listConversations', { params: { id: agentId }, query: { limit: 1 }, signal });
		return 200;
	} catch (error) {
		if (error instanceof ApiError) return error.status;
		throw error;
	}
}
