import type { TrainingStatus } from '../../../../api';
import { type ShownTimes, TIMED_SOURCES, timesOfAgent, timesOfSources } from '../../generated/shown-times';
import type { Api } from '../../transport/api';
import { ApiFailure } from '../../transport/api-failure';
import { runIdOf } from './training-run';

/** What can show later that a training run started and ended unseen. */
export interface TrainingNote {
	training: boolean;
	canChat: boolean;
	/** Null if the service shows no run: there was none, or it does not show ended runs. */
	runId: string | null;
	/** Times of the agent and of its web pages. Empty if a run shows, which is evidence enough. */
	times: ShownTimes;
}

/** Notes what the service shows of an agent's training. It skips what the key may not read. */
export async function noteTraining(api: Api, agentId: string, status: TrainingStatus): Promise<TrainingNote> {
	const { training, canChat } = status;
	const runId = runIdOf(status);
	const times = runId === null && !training ? await readTimes(api, agentId) : {};
	return { training, canChat, runId, times };
}

/**
 * A sign, in words, that a run started and ended between two notes.
 * @returns null if there is no sign, which does not prove that there was no run
 */
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

/** The times are only evidence, so a failed read does not fail the operation. */
async function orNull<Reply>(reading: Promise<Reply>): Promise<Reply | null> {
	return await reading.catch((error: unknown) => {
		if (error instanceof ApiFailure) return null;
		throw error;
	});
}
