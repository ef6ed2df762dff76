import { CancellationScope, ContinueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import { fileWork } from '../task/activity-options';
import { continueTaskAsNew } from '../task/continue-as-new';
import { timingOf } from '../task/timing';
import type { PersonActivities } from './activities';
import { askService, type PersonState } from './ask-service';
import type { PersonArgs, PersonMode, PersonPlace, PersonReport, PlaceState } from './contract';

/**
 * Finds or erases the data of one data subject. The history never names the person: a blob does, which is removed at the
 * end.
 * @param carried state of the previous history
 */
export async function personData(args: PersonArgs, carried?: PersonState): Promise<PersonReport> {
	const { mode, request, connections } = args;
	const work = fileWork(timingOf(args));
	const kept = proxyActivities<PersonActivities>(work);
	// It reads every history and blob.
	const search = proxyActivities<PersonActivities>({ ...work, taskQueue: ASSEMBLIES_QUEUE });
	const state = carried ?? { connections: [...connections], agentIds: null, since: null, leads: [], places: [] };
	try {
		// First: leads of the person that are read from now on are not written, so nothing appears after the search.
		if (mode === 'erase' && carried === undefined) await kept.rememberErased(request);
		state.since ??= Date.now();
		await askService(args, state, async () => {
			if (workflowInfo().continueAsNewSuggested) await continueTaskAsNew(args, state);
		});
		const { leads, numbers = [], since } = state;
		const places = await search.searchKept({ mode, request, leads, numbers, since });
		await kept.forgetRequest(request);
		return reportOf(mode, [...state.places, ...places]);
	} catch (error) {
		if (!(error instanceof ContinueAsNew)) await CancellationScope.nonCancellable(() => kept.forgetRequest(request));
		throw error;
	}
}

/** A report must fit into a history. */
const MOST_LISTED = 1_000;

/** What a person has to act on comes first. */
const ORDER: readonly PlaceState[] = ['failed', 'open', 'elsewhere', 'found', 'erased'];

export function reportOf(mode: PersonMode, places: readonly PersonPlace[]): PersonReport {
	const countOf = (state: PlaceState) => places.filter((place) => place.state === state).length;
	const listed = ORDER.flatMap((state) => places.filter((place) => place.state === state)).slice(0, MOST_LISTED);
	const counts = Object.fromEntries(ORDER.map((state) => [state, countOf(state)])) as PersonReport['counts'];
	return {
		version: 1,
		mode,
		complete: counts.open + counts.failed === 0,
		counts,
		places: listed,
		unlisted: places.length - listed.length,
	};
}
