import type { Api } from '../../AgentKnowledge/transport/api';
import { rowOf } from '../../AgentKnowledge/transport/row';
import type { Memory } from '../memory/memory';
import { type Sighting, timeOf } from '../memory/sighting';
import type { Watch } from '../watch/watch';
import type { Look } from '../memory/look';
import type { TriggerEvent } from './event';

const ACTIVE = 'active';
const ENDED = 'ended';
/** The key of an active run without an id: some services show only that a training is active. */
const UNNAMED = 'without id';
const MOST_KNOWN = 2_000;

export const trainingFinished: TriggerEvent = {
	value: 'trainingFinished',
	name: 'Training Finished',
	description: "A training run has succeeded or failed. If the service shows ended runs, the run's error says which.",
	endpoints: ['getTrainingStatus'],
	nothing: {
		message: 'No training run of the agent has ended yet',
		whatToDo: 'Start a run with Agent > Retrain, wait until it has ended, then test again.',
	},
	watch: watchRuns,
};

/** Some services show the last run until the next one begins, others none once it has ended. */
function watchRuns(api: Api, id: string): Watch {
	const read = () => api.call('getTrainingStatus', { params: { id } });
	return {
		mostKnown: MOST_KNOWN,
		async look(memory) {
			const status = await read();
			const shown = shownRun(status);
			return lookOf(shown, goneRuns(memory, shown, rowOf(status)), memory);
		},
		async newest() {
			const status = await read();
			const shown = shownRun(status);
			if (shown?.mark === ENDED) return [shown.item];
			// An agent that can chat was trained, although the service does not show the ended run.
			return shown === null && status.canChat ? [unseenEnd(rowOf(status), null)] : [];
		},
	};
}

/** @returns null if the status has no run. The specification does not show what stands in its place then. */
function shownRun(status: { training: boolean; run?: unknown }): Sighting | null {
	const run = rowOf(status.run);
	const key = typeof run.id === 'string' && run.id !== '' ? run.id : UNNAMED;
	if (key === UNNAMED && !status.training) return null;
	return { key, mark: status.training ? ACTIVE : ENDED, at: timeOf(run.startedAt), item: rowOf(status) };
}

/** Runs that were active and no longer show. An agent has one run at a time, so they have ended. */
function goneRuns(memory: Memory | null, shown: Sighting | null, status: Sighting['item']): Sighting[] {
	return (memory?.markedAs(ACTIVE) ?? [])
		.filter(({ key }) => key !== shown?.key)
		.map(({ key, at }) => ({
			key,
			mark: ENDED,
			at,
			item: unseenEnd(status, key === UNNAMED ? null : key),
		}));
}

/** The service shows no ended run. @param runId null: nobody knows it */
function unseenEnd(status: Sighting['item'], runId: string | null): Sighting['item'] {
	return { ...status, runId, endSeen: false };
}

function lookOf(shown: Sighting | null, gone: readonly Sighting[], memory: Memory | null): Look {
	// The run without an id has an id now.
	const isNamedNow = shown !== null && shown.key !== UNNAMED && memory?.has(shown.key) !== true;
	const isNews = (one: Sighting) =>
		one === shown ? one.mark === ENDED && memory?.isNews(one) === true : one.key !== UNNAMED || !isNamedNow;
	const all = [...gone, ...(shown === null ? [] : [shown])];
	return { news: all.filter(isNews), rest: all.filter((one) => !isNews(one)), settled: 0 };
}
