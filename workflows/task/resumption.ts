import { condition, isCancellation } from '@temporalio/workflow';
import type { EventRef, SyncBlocked } from './event';

/** A blockage that a sync has reported, until it has reported that it moves again. Survives continue-as-new. */
export interface ReportedBlockage {
	cause: SyncBlocked['cause'];
	/** Milliseconds since 1970. */
	since: number;
	agentId: string | null;
	/** What had been written by then. */
	writtenBefore: number;
	/** Since when the sync moves, in milliseconds since 1970; null: it does not. */
	movesSince: number | null;
	/** Its event. Absent while that is being published. */
	event?: EventRef;
	/** Only of a sync of several agents: those that do not move. */
	agentIds: string[];
}

interface Options {
	/** How long the sync must move. */
	holdMs: number;
	/** The blockage that is reported; null: none. */
	reported: () => ReportedBlockage | null;
	/** Somebody paused the sync, so that it does not move whatever the service does. */
	isPaused: () => boolean;
	/** Publishes that the sync moves again. */
	publish: (blockage: ReportedBlockage, movesSince: number) => Promise<void>;
}

/** Finds out whether a sync that was reported as blocked moves for a minute, and publishes that once. */
export class Resumption {
	/** The sync must not continue as new meanwhile. */
	isPublishing = false;

	constructor(private readonly options: Options) {}

	/** The sync has moved. */
	moves(): void {
		const blockage = this.options.reported();
		if (blockage === null || blockage.movesSince !== null) return;
		this.begin(blockage, Date.now());
	}

	/** It does not move, so the blockage that was reported still holds. */
	stops(): void {
		const blockage = this.options.reported();
		if (blockage !== null) blockage.movesSince = null;
	}

	/** In a new history, which has no timers of the one before. */
	carryOn(): void {
		const blockage = this.options.reported();
		if (blockage !== null && blockage.movesSince !== null) this.begin(blockage, blockage.movesSince);
	}

	private begin(blockage: ReportedBlockage, movesSince: number): void {
		blockage.movesSince = movesSince;
		this.hold(blockage, movesSince).catch((error: unknown) => {
			// The sync itself reports its cancellation.
			if (!isCancellation(error)) throw error;
		});
	}

	private async hold(blockage: ReportedBlockage, movesSince: number): Promise<void> {
		const { holdMs, reported, isPaused, publish } = this.options;
		const isOver = () => reported() !== blockage || blockage.movesSince !== movesSince;
		if (await condition(isOver, Math.max(1, movesSince + holdMs - Date.now()))) return;
		if (isPaused()) {
			blockage.movesSince = null;
			return;
		}
		this.isPublishing = true;
		try {
			await publish(blockage, movesSince);
		} finally {
			this.isPublishing = false;
		}
	}
}
