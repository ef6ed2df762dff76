import { defineQuery, defineUpdate, setHandler } from '@temporalio/workflow';
import { onUpdate } from '../task/on-update';
import type { HandOut } from './hand-out';
import type { HandOutSettings, HandOutView, LeadOutcome, Settled, TakenLeads, TakeRequest } from './hand-out-contract';

/** Requests whose answers are kept. A repeat comes soon or not at all. */
export const KEPT_TAKES = 20;

/**
 * The flow was published. It returns the number of this opening, for its close. `agentIds`: the agents that the flow
 * wants, in a sync of several; null: all.
 */
export const openHandOut = defineUpdate<number, OpenHandOut>('open-hand-out');
export type OpenHandOut = [settings: HandOutSettings, agentIds?: string[] | null];
/** The flow is no longer published. A later opening makes an earlier close ineffective. */
export const closeHandOut = defineUpdate<boolean, [opening: number]>('close-hand-out');
/** `takeId` is the request's: its repeat takes the same leads. */
export const takeLeads = defineUpdate<TakenLeads, [takeId: string, TakeRequest]>('take-leads');
export const renewLease = defineUpdate<number, [lease: string, leaseSeconds: number]>('renew-lease');
export const settleLeads = defineUpdate<Settled, [lease: string, LeadOutcome[]]>('settle-leads');
/** `now` is the caller's clock (milliseconds since 1970), because that of a query stands still between events. */
export const viewHandOut = defineQuery<HandOutView, [takeId: string | null, now: number]>('hand-out');

/** `flow`: it was opened or closed. `line`: leads were taken or settled. */
export type HandOutChange = 'flow' | 'line';

/**
 * Handles what the flow asks. Every handler is synchronous, so none is left when the sync continues as new.
 * @param changed called after each change
 */
export function listenToFlow(handOut: HandOut, changed: (what: HandOutChange) => void): void {
	const { state } = handOut;
	onUpdate<number, OpenHandOut>(openHandOut, (settings) => {
		Object.assign(state, { settings, closed: false, openings: state.openings + 1, askedAt: Date.now() });
		changed('flow');
		return state.openings;
	});
	onUpdate(closeHandOut, (opening) => {
		if (opening !== state.openings) return false;
		state.closed = true;
		changed('flow');
		return true;
	});
	onUpdate(takeLeads, (takeId, request) => {
		const before = state.taken.find(({ id }) => id === takeId);
		if (before !== undefined) return before.answer;
		const answer = handOut.take(request, Date.now());
		if (answer.leads.length > 0) state.taken = [...state.taken, { id: takeId, answer }].slice(-KEPT_TAKES);
		changed('line');
		return answer;
	});
	onUpdate(renewLease, (lease, leaseSeconds) => handOut.renew(lease, leaseSeconds, Date.now()));
	onUpdate(settleLeads, (lease, outcomes) => {
		const settled = handOut.settle(lease, outcomes, Date.now());
		changed('line');
		return settled;
	});
	setHandler(viewHandOut, (takeId, now) => handOut.view(takeId, now));
}
