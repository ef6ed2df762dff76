import { type ApiClient, ApiError } from '../../../api';

/** What the service answers to a read of an agent's conversations; null if it does not answer. */
export async function listStatus(
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
