import { newProgress, type ProgressState } from '../task/progress';
import type { ActionAnswer, Answered } from '../task/actions';
import type { RefusedLead } from './contract';
import type { LeadCursor } from './cursor';

/** Everything a sync must not lose when it continues as new. */
export interface SyncState {
	cursor: LeadCursor | null;
	/** Leads written in all. */
	synced: number;
	/** Oldest first. */
	refused: RefusedLead[];
	/** Ids of refused leads that are to be tried again. */
	retrying: number[];
	paused: boolean;
	/** Milliseconds since 1970: what came with an action as the moment until which everything was read; 0: none did. */
	upToDateAt: number;
	/** It was asked to look since its pass began: what came meanwhile is not in it. */
	again: boolean;
	/** The last request to read again, both in milliseconds since 1970. */
	reread: { requestedAt: number; from: number } | null;
	/** What people were answered, so that a repeat is not done again. */
	answered: Array<Answered<ActionAnswer>>;
	progress: ProgressState;
}

export function newSyncState(): SyncState {
	return {
		cursor: null,
		synced: 0,
		refused: [],
		retrying: [],
		paused: false,
		upToDateAt: 0,
		again: false,
		reread: null,
		answered: [],
		progress: newProgress('syncing'),
	};
}
