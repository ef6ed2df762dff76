import { type ApiClient, ApiError } from '../../../api';
import type { ShownTimes } from '../../../workflows/retrain/contract';
import { apiFailure, isPassing } from '../task/failure';

/** An agent has few web pages as sources; each is a whole website. */
const SOURCES = 20;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const NAME_OF_TIME = /(at|time|date)$/i;
const OF_TRAINING = /train/i;

/**
 * The times of training in an agent's record, whose fields the specification does not show.
 * @returns nothing where the key may not read agents
 * @throws a failure that is retried, see `apiFailure`
 */
export async function readAgentTimes(api: ApiClient, agentId: string, signal: AbortSignal): Promise<ShownTimes> {
	return orNothing(async () => {
		const agent = await api.call('getAgent', { params: { id: agentId }, signal });
		return Object.fromEntries(timesOf('agent', agent, (name) => OF_TRAINING.test(name)));
	});
}

/**
 * The times that an agent's web pages show beside their creation. One that is being read is left out: its times change
 * without a run.
 * @returns nothing where the key may not read sources
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

/** They are evidence and no more: a refusal, or a reply in another form, ends no task. */
async function orNothing(read: () => Promise<ShownTimes>): Promise<ShownTimes> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ApiError && !isPassing(error)) return {};
		throw apiFailure(error);
	}
}
