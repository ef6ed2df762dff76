import { type ApiClient, ApiError } from '../../../api';
import type { ShownTimes } from '../../../workflows/retrain/contract';
import { apiFailure, isPassing } from '../task/failure';

/** An agent has few sources of the type URL: each is a whole website. */
const SOURCES = 20;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const NAME_OF_TIME = /(at|time|date)$/i;
const OF_TRAINING = /train/i;

/**
 * The training times in an agent's record. The specification does not list its fields.
 * @returns an empty object if the key may not read agents
 * @throws a failure that is retried, see `apiFailure`
 */
export async function readAgentTimes(api: ApiClient, agentId: string, signal: AbortSignal): Promise<ShownTimes> {
	return orNothing(async () => {
		const agent = await api.call('getAgent', { params: { id: agentId }, signal });
		return Object.fromEntries(timesOf('agent', agent, (name) => OF_TRAINING.test(name)));
	});
}

/**
 * The times of an agent's web pages, except their creation. Skips a page that the service is reading: its times change
 * without a training run.
 * @returns an empty object if the key may not read sources
 * @throws a failure that is retried, see `apiFailure`
 */
export async function readSourceTimes(api: ApiClient, agentId: string, signal: AbortSignal): Promise<ShownTimes> {
	return orNothing(async () => {
		const query = { type: 'url' as const, limit: SOURCES };
		const { items } = await api.call('listSources', { params: { id: agentId }, query, signal });
		const settled = items.filter(({ status }) => status === 'indexed' || status === 'failed');
		return Object.fromEntries(
			settled.flatMap((source) => timesOf(`source ${source.id}`, source, (name) => name !== 'createdAt')),
		);
	});
}

function timesOf(
	of: string,
	record: object,
	isWanted: (name: string) => boolean,
): Array<[what: string, time: string | null]> {
	return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
		if (!NAME_OF_TIME.test(name) || !isWanted(name)) return [];
		const isTime = value === null || (typeof value === 'string' && TIMESTAMP.test(value));
		return isTime ? [[`${of}.${name}`, value]] : [];
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
