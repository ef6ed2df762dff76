import { defineUpdate, setHandler } from '@temporalio/workflow';
import { type ActionAnswer, onAction } from '../task/actions';
import type { SyncActions } from './contract';
import type { SyncState } from './state';

/**
 * How far the page that waits had found the sync to be (ISO 8601 UTC): an action takes that page back, and what it knew
 * would be gone with it.
 */
export interface SeenProgress {
	upToDateAt?: string;
}

/** Lets people steer the sync. @param changed called when the sync has to look at its state anew */
export function listenToActions(state: SyncState, changed: () => void): void {
	const { answered: known } = state;
	const on = <Action extends keyof SyncActions>(action: Action, handle: (input: SyncActions[Action]) => string) => {
		onAction(defineUpdate<ActionAnswer, [SyncActions[Action] & SeenProgress, string]>(action), known, (input) => {
			state.upToDateAt = Math.max(state.upToDateAt, Date.parse(input.upToDateAt ?? '') || 0);
			const message = handle(input);
			changed();
			return message;
		});
	};
	on('sync-now', ({ from }) => {
		state.again = true;
		if (from !== undefined) askToReread(state, Date.parse(`${from}T00:00:00Z`));
		const what =
			from === undefined ? 'The sync checks for new leads now.' : `The sync reads all leads since ${from} again.`;
		return state.paused ? `${what} It is paused, so resume it first.` : what;
	});
	on('pause', () => {
		state.paused = true;
		return 'The sync is paused. It still finishes the page it is writing.';
	});
	on('resume', () => {
		state.paused = false;
		return 'The sync continues.';
	});
	on('retry-refused', ({ leadIds }) => {
		const chosen = chosenOf(state, leadIds);
		state.retrying = [...new Set([...state.retrying, ...chosen])];
		return `${count(chosen.length)} retried${state.paused ? ' when the sync is resumed' : ''}.`;
	});
	on('dismiss-refused', ({ leadIds }) => {
		const chosen = new Set(chosenOf(state, leadIds));
		state.refused = state.refused.filter(({ leadId }) => !chosen.has(leadId));
		state.retrying = state.retrying.filter((leadId) => !chosen.has(leadId));
		return `${count(chosen.size)} removed from the list. The sync does not retry removed leads.`;
	});
}

/** What was promised and not yet begun stays promised. */
function askToReread(state: SyncState, from: number): void {
	const { reread, cursor } = state;
	const isPending = reread !== null && (cursor?.rereadAt ?? 0) < reread.requestedAt;
	state.reread = { requestedAt: Date.now(), from: isPending ? Math.min(from, reread.from) : from };
}

/** All refused ones when none are named; names that are not in the list are left out. */
function chosenOf({ refused }: SyncState, leadIds: number[] | undefined): number[] {
	const all = refused.map(({ leadId }) => leadId);
	return leadIds === undefined ? all : all.filter((leadId) => leadIds.includes(leadId));
}

function count(leads: number): string {
	if (leads === 0) return 'None of the refused leads is';
	return leads === 1 ? 'One refused lead is' : `${leads} refused leads are`;
}

/** Leads whose person was erased. */
export interface ForgetLeads {
	leadIds: number[];
}

export const forgetLeads = defineUpdate<number, [ForgetLeads]>('forget-leads');

/**
 * Takes leads out of all that the sync knows. The history before names them still, so a new one has to begin.
 * The answer is how many refused leads are left.
 * @param continueAsNew called when it is due
 */
export function listenToForgetting(state: SyncState, continueAsNew: () => void): void {
	setHandler(forgetLeads, ({ leadIds }) => {
		const gone = new Set(leadIds);
		state.refused = state.refused.filter(({ leadId }) => !gone.has(leadId));
		state.retrying = state.retrying.filter((leadId) => !gone.has(leadId));
		continueAsNew();
		return state.refused.length;
	});
}
