import { defineUpdate, setHandler } from '@temporalio/workflow';
import type { SyncState } from './state';

/** Leads whose person was erased. */
export interface ForgetLeads {
	leadIds: number[];
}

export const forgetLeads = defineUpdate<number, [ForgetLeads]>('forget-leads');

/**
 * Takes leads out of all that the sync knows. The history before names them still, so a new one has to begin.
 * The answer is how many refused leads are left.
 * @param beginAnew called when it is due
 */
export function listenToForgetting(state: SyncState, beginAnew: () => void): void {
	setHandler(forgetLeads, ({ leadIds }) => {
		const gone = new Set(leadIds);
		state.refused = state.refused.filter(({ leadId }) => !gone.has(leadId));
		state.retrying = state.retrying.filter((leadId) => !gone.has(leadId));
		beginAnew();
		return state.refused.length;
	});
}
