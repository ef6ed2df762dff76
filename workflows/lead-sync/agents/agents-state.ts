import type { ActionResponse, Answered } from '../../task/actions';
import { newProgress, type ProgressState } from '../../task/progress';
import { type HandOutState, newHandOut } from '../hand-out-state';
import type { Ledger } from '../ledger';
import { newNotices, type Notices } from '../notify';
import { packCursor, type PackedCursor, unpackCursor } from '../packed-cursor';
import type { SyncState } from '../state';
import type { LineState } from './line-state';

/** What a sync of several agents knows of one of them. */
export interface AgentPart extends Ledger, Pick<SyncState, 'again' | 'reread'> {
	agentId: string;
	/** The service no longer shows the agent to the key. The sync looks whether it is back. */
	isGone: boolean;
	/** The id of another sync that brings the leads of this agent to the same place; null: none. */
	otherSync: string | null;
	/** Only of a sync into a flow. Its settings are those of the line. */
	handOut: HandOutState | null;
}

interface Shared {
	paused: boolean;
	/** Milliseconds since 1970: the newest `upToDateAt` that an action carried; 0: none. */
	upToDateAt: number;
	/** Agents that the key can access and that the sync has no room for. */
	beyond: number;
	/** Responses to actions, so a repeat has no effect. */
	answered: Array<Answered<ActionResponse>>;
	notices: Notices;
	progress: ProgressState;
	/** Only of a sync into a flow. */
	line: LineState | null;
}

/** Everything a sync of several agents must not lose when it continues as new. */
export interface AgentsState extends Shared {
	/** In the order in which the sync came to know them. */
	parts: AgentPart[];
}

/** The state as histories hold it: the cursors of many agents need room. */
export interface CarriedAgents extends Shared {
	parts: CarriedPart[];
}

interface CarriedPart extends Omit<AgentPart, 'cursor' | 'handOut'> {
	cursor: PackedCursor | null;
	handOut: (Omit<HandOutState, 'settings'> & { settings?: undefined }) | null;
}

export function newAgentsState(): AgentsState {
	return {
		parts: [],
		paused: false,
		upToDateAt: 0,
		beyond: 0,
		answered: [],
		notices: newNotices(),
		progress: newProgress('syncing'),
		line: null,
	};
}

export function newPart(agentId: string): AgentPart {
	return {
		agentId,
		cursor: null,
		synced: 0,
		refused: [],
		retrying: [],
		again: false,
		reread: null,
		isGone: false,
		otherSync: null,
		handOut: null,
	};
}

export function packState({ parts, ...shared }: AgentsState): CarriedAgents {
	return {
		...shared,
		parts: parts.map((part) => ({
			...part,
			cursor: part.cursor === null ? null : packCursor(part.cursor, null),
			handOut: part.handOut === null ? null : { ...part.handOut, settings: undefined },
		})),
	};
}

export function unpackState({ parts, ...shared }: CarriedAgents): AgentsState {
	const { settings } = shared.line ?? newHandOut('');
	return {
		...shared,
		parts: parts.map((part) => ({
			...part,
			cursor: part.cursor === null ? null : unpackCursor(part.cursor, null),
			handOut: part.handOut === null ? null : { ...part.handOut, settings },
		})),
	};
}
