import type { TrainingStatus } from '../../../../api';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { runIdOf } from './training-run';

/** An agent has few web pages as sources; each is a whole website. */
const SOURCES = 20;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const NAME_OF_TIME = /(at|time|date)$/i;
const OF_TRAINING = /train/i;
const SETTLED = new Set(['indexed', 'failed']);

type ShownTimes = Record<string, string | null>;

/** What could tell later that a training run came and went unseen. */
export interface TrainingNote {
	training: boolean;
	canChat: boolean;
	/** Null where no run shows: there was none, or the service shows no run once it has ended. */
	runId: string | null;
	/** Times that the agent and its web pages show, by what shows them; read only where no run shows. ISO 8601. */
	times: ShownTimes;
}

/** Notes what the service shows of an agent's training. What the key may not read is left out. */
export async function noteTraining(api: Api, agentId: string, status: TrainingStatus): Promise<TrainingNote> {
	const { training, canChat } = status;
	const runId = runIdOf(status);
	const times = runId === null && !training ? await readTimes(api, agentId) : {};
	return { training, canChat, runId, times };
}

/** What shows that a run came and went between two notes, in words; null where nothing does, which proves nothing. */
export function traceOfRun(before: TrainingNote, now: TrainingNote): string | null {
	if (!before.canChat && now.canChat) return 'the agent can chat now and could not before';
	for (const [of, was] of Object.entries(before.times)) {
		const is = now.times[of] ?? null;
		if (is !== null && (was === null || Date.parse(is) > Date.parse(was))) {
			return `${of} is newer (${is}, before: ${was ?? 'none'})`;
		}
	}
	return null;
}

/** The specification shows no such field of an agent, and of a source only its creation: whatever is there is taken. */
async function readTimes(api: Api, agentId: string): Promise<ShownTimes> {
	const params = { id: agentId };
	const agent = await orNull(api.call('getAgent', { params }));
	const page = await orNull(api.call('listSources', { params, query: { type: 'url', limit: SOURCES } }));
	const settled = (page?.items ?? []).filter(({ status }) => SETTLED.has(status));
	return Object.fromEntries([
		...timesOf('agent', agent ?? {}, (name) => OF_TRAINING.test(name)),
		...settled.flatMap((source) => timesOf(`source ${source.id}`, source, (name) => name !== 'createdAt')),
	]);
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

/** They are evidence and no more: what cannot be read fails nothing. */
async function orNull<Reply>(reading: Promise<Reply>): Promise<Reply | null> {
	return await reading.catch((error: unknown) => {
		if (error instanceof ApiFailure) return null;
		throw error;
	});
}
