import type { Answered } from '../../task/actions';
import type { HandOutSettings, TakenLeads } from '../hand-out-contract';
import { newHandOut } from '../hand-out-state';

/** What the hand-outs of all agents share. It survives continue-as-new. */
export interface LineState {
	settings: HandOutSettings;
	/** The flow is not published. Nothing is read and nothing is handed out. */
	closed: boolean;
	/** Counts how often the flow was published, so that a late close of an earlier time has no effect. */
	openings: number;
	/** Milliseconds since 1970: when the flow asked last; 0: never. */
	askedAt: number;
	/** What requests took, so that a repeat takes the same. */
	taken: Array<Answered<TakenLeads>>;
	/** Whose leads were handed out last. The next request begins with the agent after it. */
	lastAgent: string | null;
	/** The agents that the flow wants now; null: as the input of the sync says. */
	agentIds: string[] | null;
}

/** @param label name of the flow until it says its own */
export function newLine(label: string): LineState {
	const { settings, closed, openings, askedAt } = newHandOut(label);
	return { settings, closed, openings, askedAt, taken: [], lastAgent: null, agentIds: null };
}
