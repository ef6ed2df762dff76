import { type ApiClient, ApiError, TIMED_SOURCES, timesOfAgent, timesOfSources } from '../../../api';
import type { ShownTimes } from '../../../workflows/retrain/contract';
import { apiFailure, isPassing } from '../task/failure';

/**
 * @returns an empty object if the key may not read agents
 * @throws a failure that is retried, see `apiFailure`
 */
export async function readAgentTimes(api: ApiClient, agentId: string, signal: AbortSignal): Promise<ShownTimes> {
	return orNothing(async () => timesOfAgent(await api.call('getAgent', { params: { id: agentId }, signal })));
}

/**
 * @returns an empty object if the key may not read sources
 * @throws a failure that is retried, see `apiFailure`
 */
export async function readSourceTimes(api: ApiClient, agentId: string, signal: AbortSignal): Promise<ShownTimes> {
	return orNothing(async () => {
		const { items } = await api.call('listSources', { params: { id: agentId }, query: TIMED_SOURCES, signal });
		return timesOfSources(items);
	});
}

/** The times are only evidence: a refusal or an unexpected response does not end the task. */
async function orNothing(read: () => Promise<ShownTimes>): Promise<ShownTimes> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ApiError && !isPassing(error)) return {};
		throw apiFailure(error);
	}
}
