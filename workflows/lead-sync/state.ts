import { newProgress, type ProgressState } from '../task/progress';
import type { ActionResponse, Answered } from '../task/actions';
import type { Skipped } from '../leads/filter';
import type { RefusedLead } from './contract';
import type { EarlyLead, LeadCursor } from './cursor';
import { newNotices, type Notices } from './notify';
import type { HandOutState } from './hand-out-state';

/** Everything a sync must not lose when it continues as new. */
export interface SyncState {
	cursor: LeadCursor | null;
	/** Leads written in total. */
	synced: number;
	/** Oldest first. */
	refused: RefusedLead[];
	/** Leads that were set aside and that the list no longer has room for. Default: 0 */
	unlisted?: number;
	/** Leads that the filter skipped. Default: none */
	skipped?: Skipped;
	/** Leads that come again once their conversation has ended. Default: none */
	early?: EarlyLead[];
	/** Ids of refused leads to retry. */
	retrying: number[];
	paused: boolean;
	/** Milliseconds since 1970: the newest `upToDateAt` that an action carried; 0: none. */
	upToDateAt: number;
	/** An action asked for a check since the pass started, which does not contain later leads. */
	again: boolean;
	/** The last request to read again, both in milliseconds since 1970. */
	reread: { requestedAt: number; from: number } | null;
	/** Responses to actions, so a repeat has no effect. */
	answered: Array<Answered<ActionResponse>>;
	notices: Notices;
	progress: ProgressState;
	/** Only of a sync into a flow. */
	handOut: HandOutState | null;
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
		notices: newNotices(),
		progress: newProgress('syncing'),
		handOut: null,
	};
}
