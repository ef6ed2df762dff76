import { defineSignal, setHandler } from '@temporalio/workflow';
import { emit } from '../task/emit';
import type { LeadsRefused, SyncBlocked } from '../task/event';
import { type Blockage, SYNC_BLOCKED, type SyncedPage, type SyncOf } from './activities';

/** Whose events they are. */
interface NoticesOf extends Pick<SyncOf, 'destination'> {
	/** Null: several agents. */
	agentId: string | null;
}

interface Blocked extends Pick<SyncBlocked, 'cause' | 'reason'> {
	/** Milliseconds since 1970. */
	since: number;
	/** The one agent that it blocks. Default: all of the sync */
	agentId?: string | null | undefined;
}

/** Which events a sync has published. It survives continue-as-new. */
export interface Notices {
	/** The name of an event is unique within the task. */
	published: number;
	/** Milliseconds since 1970: begin of the blockage that was published last; null if the sync has written since. */
	blockedSince: number | null;
}

export function newNotices(): Notices {
	return { published: 0, blockedSince: null };
}

/** An event stays small. A page has as many leads, so it normally lists all of them. */
const MAX_LISTED = 100;

const syncBlocked = defineSignal<[Blockage]>(SYNC_BLOCKED);

/** The events of a sync: that it is blocked, once per blockage, and which leads its destination refused. */
export class SyncNotices {
	constructor(
		private readonly of: NoticesOf,
		private readonly notices: Notices,
		/** Number of leads in the list of refused leads. */
		private readonly leadsRefused: () => number,
	) {
		setHandler(syncBlocked, async ({ since, by, reason, agentId }) => {
			if (since === notices.blockedSince) return;
			// What blocks one agent often blocks all: until one of them writes, it is one blockage.
			if (of.agentId === null && notices.blockedSince !== null) return;
			const whose = of.agentId === null && by === 'service' ? { agentId } : {};
			await this.publishBlocked({ cause: by, reason, since, ...whose });
		});
	}

	/** The sync rests because too many leads were refused. Until a page is written again, this is one blockage. */
	async full(reason: string): Promise<void> {
		if (this.notices.blockedSince !== null) return;
		await this.publishBlocked({ cause: 'refused_leads', reason, since: Date.now() });
	}

	/** A page was read and written, so the sync is no longer blocked. */
	written(): void {
		this.notices.blockedSince = null;
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

	private async publishBlocked({ cause, reason, since, agentId = this.of.agentId }: Blocked) {
		const { destination } = this.of;
		this.notices.blockedSince = since;
		const blocked = { agentId: agentId ?? null, destination, cause, reason, leadsRefused: this.leadsRefused() };
		await emit('sync.blocked', { ...blocked, since: new Date(since).toISOString() }, this.nextName());
	}

	private nextName(): string {
		this.notices.published += 1;
		return `notice-${this.notices.published}`;
	}
}
