import type { Answered } from '../task/actions';
import type { RefusedLead } from './contract';
import type { LeadCursor } from './cursor';
import type { HandOutSettings, TakenLeads } from './hand-out-contract';

/** A lead that waits for its flow, or that an execution works on. */
export interface HandedLead {
	id: number;
	/** Where its contents are stored; null: they must be read first. */
	blob: string | null;
	/** It belongs to the page, so the cursor waits for it. */
	ofPage: boolean;
	/** Executions that failed. */
	failed: number;
	/** Leases that ran out. */
	lost: number;
	/** Milliseconds since 1970: it is not handed out before. */
	dueAt: number;
	lease: string | null;
	/** Milliseconds since 1970. */
	leaseUntil: number;
}

/** What a sync into a flow must not lose when it continues as new. It holds no personal data. */
export interface HandOutState {
	settings: HandOutSettings;
	/** The flow is not published. Nothing is read and nothing is handed out. */
	closed: boolean;
	/** Counts how often the flow was published, so that a late close of an earlier time has no effect. */
	openings: number;
	/** The page that is handed out: the cursor moves there once all its leads are settled. */
	page: { cursor: LeadCursor } | null;
	/** In the order in which they are handed out. */
	leads: HandedLead[];
	/** Refused leads that no event has named yet. */
	newlyRefused: Array<Pick<RefusedLead, 'leadId' | 'reason'>>;
	/** Stored contents that are not deleted yet. */
	blobs: string[];
	/** Counts leases. */
	leases: number;
	/** Milliseconds since 1970: when the flow asked last; 0: never. */
	askedAt: number;
	/** Milliseconds since 1970: when leads last began to wait. */
	readyAt: number;
	/** What requests took, so that a repeat takes the same. */
	taken: Array<Answered<TakenLeads>>;
}

/** @param label name of the flow until it says its own */
export function newHandOut(label: string): HandOutState {
	return {
		settings: { label, intervalSeconds: 60, maxAttempts: 3, retryPauseSeconds: 60 },
		closed: false,
		openings: 0,
		page: null,
		leads: [],
		newlyRefused: [],
		blobs: [],
		leases: 0,
		askedAt: 0,
		readyAt: 0,
		taken: [],
	};
}
