import { CancellationScope, ContinueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { PersonActivities } from './activities';
import { fileWork } from '../task/activity-options';
import { askService } from './ask-service';
import type { PersonArgs, PersonReport } from './contract';
import { reportOf } from './report';
import type { PersonState } from './state';

/**
 * Finds what is kept of one person, or erases it. Its history names the person nowhere: who it is stands in a blob that
 * is removed at the end.
 * @param carried what an earlier history handed over
 */
export async function personData(args: PersonArgs, carried?: PersonState): Promise<PersonReport> {
	const { mode, request, connections } = args;
	const kept = proxyActivities<PersonActivities>(fileWork());
	const state = carried ?? { connections: [...connections], agentIds: null, since: null, leads: [], places: [] };
	try {
		// First of all: what is read from now on is written nowhere, so that nothing comes after the search.
		if (mode === 'erase' && carried === undefined) await kept.rememberErased(request);
		state.since ??= Date.now();
		await askService(args, state, async () => {
			if (workflowInfo().continueAsNewSuggested) await beginNewHistory(args, state);
		});
		const places = await kept.searchKept({ mode, request, leads: state.leads, since: state.since });
		await kept.forgetRequest(request);
		return reportOf(mode, [...state.places, ...places]);
	} catch (error) {
		if (!(error instanceof ContinueAsNew)) await CancellationScope.nonCancellable(() => kept.forgetRequest(request));
		throw error;
	}
}
