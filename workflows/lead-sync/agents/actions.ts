import { onUpdate } from '../../task/on-update';
import { actionsOn, askToReread, chosenOf, countedWords, dismiss, forgetLeads, syncNowWords } from '../actions';
import type { SyncActions } from '../contract';
import type { AgentPart, AgentsState } from './agents-state';

interface Called {
	/** The syncs of all agents have to check their state again. */
	changed: () => void;
	forget: (agentId: string, leadIds: ReadonlySet<number>) => void;
	/** The current history names an erased person. */
	continueAsNew: () => void;
}

/** Handles the actions on a sync of several agents, and erasures. A lead is one of an agent: ids can repeat. */
export function listenToAgentsActions(state: AgentsState, { changed, forget, continueAsNew }: Called): void {
	const on = actionsOn(state, changed);
	on('sync-now', ({ from }) => {
		for (const part of state.parts) {
			part.again = true;
			if (from !== undefined) askToReread(part, Date.parse(`${from}T00:00:00Z`));
		}
		return syncNowWords(from, state.paused);
	});
	on('pause', () => {
		state.paused = true;
		return 'The sync is paused. It still finishes the pages it is writing.';
	});
	on('resume', () => {
		state.paused = false;
		return 'The sync continues.';
	});
	on('retry-refused', (asked) => {
		const count = sum(state, asked, (part, chosen) => {
			part.retrying = [...new Set([...part.retrying, ...chosen])];
		});
		return `${countedWords(count)} retried${state.paused ? ' when the sync is resumed' : ''}.`;
	});
	on('dismiss-refused', (asked) => {
		const count = sum(state, asked, (part, chosen) => {
			dismiss(part, new Set(chosen));
			if (asked.leadIds === undefined) part.unlisted = 0;
		});
		return `${countedWords(count)} removed from the list. The sync does not retry removed leads.`;
	});
	onUpdate(forgetLeads, ({ leadIds, agentId }) => {
		const gone = new Set(leadIds);
		for (const part of state.parts) {
			if (agentId !== undefined && part.agentId !== agentId) continue;
			dismiss(part, gone);
			forget(part.agentId, gone);
		}
		continueAsNew();
		changed();
		return state.parts.reduce((count, { refused }) => count + refused.length, 0);
	});
}

/** @returns how many leads were chosen, of all agents or of the named one */
function sum(
	{ parts }: AgentsState,
	{ agentId, leadIds }: SyncActions['retry-refused'],
	change: (part: AgentPart, chosen: number[]) => void,
): number {
	let count = 0;
	for (const part of parts) {
		if (agentId !== undefined && part.agentId !== agentId) continue;
		const chosen = chosenOf(part, leadIds);
		count += chosen.length;
		change(part, chosen);
	}
	return count;
}
