import type { TrainingStatus } from '../../../../api';
import { type ShownTimes, TIMED_SOURCES, timesOfAgent, timesOfSources } from '../../generated/shown-times';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { runIdOf } from './training-run';

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

async function readTimes(api: Api, agentId: string): Promise<ShownTimes> {
	const params = { id: agentId };
	const agent = await orNull(api.call('getAgent', { params }));
	const page = await orNull(api.call('listSources', { params, query: TIMED_SOURCES }));
	return { ...timesOfAgent(agent ?? {}), ...timesOfSources(page?.items ?? []) };
}

/** They are evidence and no more: what cannot be read fails nothing. */
async function orNull<Reply>(reading: Promise<Reply>): Promise<Reply | null> {
	return await reading.catch((error: unknown) => {
		if (error instanceof ApiFailure) return null;
		throw error;
	});
}
