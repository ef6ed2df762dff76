import { allHandlersFinished, condition, defineSignal, patched, setHandler } from '@temporalio/workflow';
import { emit } from '../task/emit';
import type { LeadsRefused, SyncBlocked } from '../task/event';
import { type ReportedBlockage, Resumption } from '../task/resumption';
import { publishResumed } from '../task/publish-resumed';
import type { Timing } from '../task/timing';
import { type Blockage, SYNC_BLOCKED, type SyncedPage, type SyncOf, type SyncPage } from './activities';

/** Whose events they are. */
interface NoticesOf extends Pick<SyncOf, 'destination'> {
	/** Null: several agents. */
	agentId: string | null;
}

/** How the sync stands. */
interface Figures {
	/** Number of leads in the list of refused leads. */
	leadsRefused: () => number;
	/** Number of leads written. */
	written: () => number;
	isPaused: () => boolean;
}

interface Blocked extends Pick<SyncBlocked, 'cause' | 'reason'> {
	/** Milliseconds since 1970. */
	since: number;
	/** The one agent that it blocks. Default: all of the sync */
	agentId?: string | null | undefined;
	/** The agent whose page reported it. */
	by?: string | undefined;
}

/** Which events a sync has published. It survives continue-as-new. */
export interface Notices {
	/** The name of an event is unique within the task. */
	published: number;
	/** Milliseconds since 1970: begin of the blockage that was published last; null if the sync has moved since. */
	blockedSince: number | null;
	/** The same blockage. Syncs of earlier versions lack it. */
	reported?: ReportedBlockage | null;
}

export function newNotices(): Notices {
	return { published: 0, blockedSince: null };
}

/** An event stays small. A page has as many leads, so it normally lists all of them. */
const MAX_LISTED = 100;
/** A sync of before published nothing when it moved again. */
const RESUMED = 'sync-resumed';

const syncBlocked = defineSignal<[Blockage]>(SYNC_BLOCKED);

/** The events of a sync: that it is blocked and moves again, once each, and which leads its destination refused. */
export class SyncNotices {
	private readonly resumption: Resumption;

	constructor(
		private readonly of: NoticesOf,
		private readonly notices: Notices,
		private readonly figures: Figures,
		{ holdMs }: Timing,
	) {
		this.resumption = new Resumption({
			holdMs,
			reported: () => notices.reported ?? null,
			isPaused: () => figures.isPaused(),
			publish: (blockage, movesSince) => this.publishResumed(blockage, movesSince),
		});
		setHandler(syncBlocked, async ({ since, by, reason, agentId, moves }) => {
			if (moves === true) return this.written(agentId);
			this.stopsFor(agentId);
			if (since === notices.blockedSince) return;
			// What blocks one agent often blocks all: until one of them writes, it is one blockage.
			if (of.agentId === null && notices.blockedSince !== null) return;
			const whose = of.agentId === null && by === 'service' ? { agentId } : {};
			await this.publishBlocked({ cause: by, reason, since, by: agentId, ...whose });
		});
		this.resumption.carryOn();
	}

	/**
	 * The sync rests because too many leads were refused. Until it moves for a minute, this is one blockage. It is
	 * published at once, because only a person can end it.
	 */
	async full(reason: string): Promise<void> {
		const { blockedSince, reported } = this.notices;
		const hasOtherCause = typeof reported?.movesSince === 'number' && reported.cause !== 'refused_leads';
		if (blockedSince !== null && !hasOtherCause) {
			this.resumption.stops();
			return;
		}
		await this.publishBlocked({ cause: 'refused_leads', reason, since: Date.now() });
	}

	/**
	 * A page was read and written, or there was nothing new, so the sync moves.
	 * @param agentId whose page it was, in a sync of several
	 */
	written(agentId?: string): void {
		const { notices } = this;
		const { reported } = notices;
		if (notices.blockedSince === null) return;
		if (reported === undefined || reported === null || !patched(RESUMED)) {
			notices.blockedSince = null;
			notices.reported = null;
			return;
		}
		reported.agentIds = reported.agentIds.filter((each) => each !== agentId);
		if (reported.agentIds.length === 0) this.resumption.moves();
	}

	/** The service no longer shows the agent, so it blocks nothing. */
	left(agentId: string): void {
		if (this.notices.reported?.agentIds.includes(agentId) === true && patched(RESUMED)) this.written(agentId);
	}

	/** What a page has to know of the blockage that is reported, so that it says whether that still holds. */
	reportedTo(agentId: string): Pick<SyncPage, 'reported'> {
		const { reported } = this.notices;
		if (reported === undefined || reported === null) return {};
		const { since, movesSince, agentIds } = reported;
		const concerns = this.of.agentId !== null || movesSince !== null || agentIds.includes(agentId);
		return concerns ? { reported: { since, movesSince } } : {};
	}

	/** Waits until nothing is being published, so that the sync can continue as new. */
	async settled(): Promise<void> {
		await condition(() => allHandlersFinished() && !this.resumption.isPublishing);
	}

	/**
	 * Publishes which leads the destination refused.
	 * @param agentId whose leads they are. Default: the one agent of the sync
	 */
	async refused(refused: SyncedPage['refused'], agentId = this.of.agentId ?? ''): Promise<void> {
		if (refused.length === 0) return;
		const { destination } = this.of;
		const leads = refused.slice(0, MAX_LISTED).map(({ leadId, reason }) => ({ leadId, reason }));
		const data: LeadsRefused = { agentId, destination, count: refused.length, leads };
		await emit('lead.refused', data, this.nextName());
	}

	private stopsFor(agentId: string | undefined): void {
		const { reported } = this.notices;
		if (reported === undefined || reported === null) return;
		this.resumption.stops();
		const isOfSeveral = this.of.agentId === null && agentId !== undefined;
		if (isOfSeveral && !reported.agentIds.includes(agentId)) reported.agentIds.push(agentId);
	}

	private async publishBlocked({ cause, reason, since, by, agentId = this.of.agentId }: Blocked) {
		const { destination } = this.of;
		const agentIds = this.of.agentId === null && by !== undefined ? [by] : [];
		const whose = agentId ?? null;
		const writtenBefore = this.figures.written();
		const reported: ReportedBlockage = { cause, since, agentId: whose, writtenBefore, movesSince: null, agentIds };
		Object.assign(this.notices, { blockedSince: since, reported });
		const blocked = { agentId: whose, destination, cause, reason, leadsRefused: this.figures.leadsRefused() };
		reported.event = await emit('sync.blocked', { ...blocked, since: new Date(since).toISOString() }, this.nextName());
	}

	private async publishResumed(blockage: ReportedBlockage, movesSince: number): Promise<void> {
		const { notices, of, figures } = this;
		Object.assign(notices, { blockedSince: null, reported: null });
		const stands = { destination: of.destination, written: figures.written(), leadsRefused: figures.leadsRefused() };
		await publishResumed(blockage, movesSince, stands, this.nextName());
	}

	private nextName(): string {
		this.notices.published += 1;
		return `notice-${this.notices.published}`;
	}
}
