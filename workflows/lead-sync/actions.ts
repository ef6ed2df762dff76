import { defineUpdate, setHandler } from '@temporalio/workflow';
import { type ActionResponse, onAction } from '../task/actions';
import { onUpdate } from '../task/on-update';
import type { SyncActions } from './contract';
import { noteLeft } from './ledger';
import { pendingLeads } from './queries';
import type { SyncState } from './state';

/**
 * How far the waiting page had found the sync to be (ISO 8601 UTC). An action cancels that page, so the action carries
 * what the page knew.
 */
export interface SeenProgress {
	upToDateAt?: string;
}

/**
 * What handles an action on a sync of one agent or of several.
 * @param changed called when the sync has to check its state again
 */
export function actionsOn(state: Pick<SyncState, 'answered' | 'upToDateAt'>, changed: () => void) {
	const { answered: known } = state;
	return <Action extends keyof SyncActions>(action: Action, handle: (input: SyncActions[Action]) => string): void => {
		onAction(defineUpdate<ActionResponse, [SyncActions[Action] & SeenProgress, string]>(action), known, (input) => {
			state.upToDateAt = Math.max(state.upToDateAt, Date.parse(input.upToDateAt ?? '') || 0);
			const message = handle(input);
			changed();
			return message;
		});
	};
}

/** Handles the actions on the sync. @param changed called when the sync has to check its state again */
export function listenToActions(state: SyncState, changed: () => void): void {
	const on = actionsOn(state, changed);
	on('sync-now', ({ from }) => {
		state.again = true;
		if (from !== undefined) askToReread(state, Date.parse(`${from}T00:00:00Z`));
		return syncNowWords(from, state.paused);
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
		return `${countedWords(chosen.length)} retried${state.paused ? ' when the sync is resumed' : ''}.`;
	});
	on('dismiss-refused', ({ leadIds }) => {
		const chosen = new Set(chosenOf(state, leadIds));
		dismiss(state, chosen);
		if (leadIds === undefined) state.unlisted = 0;
		return `${countedWords(chosen.size)} removed from the list. The sync does not retry removed leads.`;
	});
}

/** Removes leads from the list of refused ones, and from those to retry. */
export function dismiss(state: Pick<SyncState, 'refused' | 'retrying' | 'early'>, leadIds: ReadonlySet<number>): void {
	state.refused = state.refused.filter(({ leadId }) => !leadIds.has(leadId));
	state.retrying = state.retrying.filter((leadId) => !leadIds.has(leadId));
	noteLeft(state, leadIds, 2);
}

export function syncNowWords(from: string | undefined, isPaused: boolean): string {
	const what =
		from === undefined ? 'The sync checks for new leads now.' : `The sync reads all leads since ${from} again.`;
	return isPaused ? `${what} It is paused, so resume it first.` : what;
}

/** A pending earlier request to read again stays in force. */
export function askToReread(state: Pick<SyncState, 'reread' | 'cursor'>, from: number): void {
	const { reread, cursor } = state;
	const isPending = reread !== null && (cursor?.rereadAt ?? 0) < reread.requestedAt;
	state.reread = { requestedAt: Date.now(), from: isPending ? Math.min(from, reread.from) : from };
}

/** All refused leads if none are named. Ids that are not in the list are skipped. */
export function chosenOf({ refused }: Pick<SyncState, 'refused'>, leadIds: number[] | undefined): number[] {
	const all = refused.map(({ leadId }) => leadId);
	return leadIds === undefined ? all : all.filter((leadId) => leadIds.includes(leadId));
}

export function countedWords(leads: number): string {
	if (leads === 0) return 'None of the refused leads is';
	return leads === 1 ? 'One refused lead is' : `${leads} refused leads are`;
}

/** Leads of an erased data subject. */
export interface ForgetLeads {
	leadIds: number[];
	/** Whose leads they are. A sync of one agent needs it not. */
	agentId?: string;
}

export const forgetLeads = defineUpdate<number, [ForgetLeads]>('forget-leads');

/**
 * Removes leads from the sync's state. The current history still names them, so the sync has to continue as new. The
 * update returns the number of refused leads that are left.
 * @param continueAsNew called with the ids when the sync has to continue as new
 */
export function listenToForgetting(state: SyncState, continueAsNew: (gone: ReadonlySet<number>) => void): void {
	setHandler(pendingLeads, () => state.handOut?.leads.map(({ id }) => id) ?? []);
	onUpdate(forgetLeads, ({ leadIds }) => {
		const gone = new Set(leadIds);
		dismiss(state, gone);
		continueAsNew(gone);
		return state.refused.length;
	});
}
