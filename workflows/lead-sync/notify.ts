import { defineSignal, setHandler } from '@temporalio/workflow';
import { emit } from '../task/emit';
import type { LeadsRefused, SyncBlocked } from '../task/event';
import { type Blockage, SYNC_BLOCKED, type SyncedPage, type SyncOf } from './activities';

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
		private readonly of: SyncOf,
		private readonly notices: Notices,
		/** Number of leads in the list of refused leads. */
		private readonly leadsRefused: () => number,
	) {
		setHandler(syncBlocked, async ({ since, by, reason }) => {
			if (since === notices.blockedSince) return;
			await this.publishBlocked({ cause: by, reason, since });
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

	/** Publishes which leads the destination refused. */
	async refused(refused: SyncedPage['refused']): Promise<void> {
		if (refused.length === 0) return;
		const { agentId, destination } = this.of;
		const leads = refused.slice(0, MAX_LISTED).map(({ leadId, reason }) => ({ leadId, reason }));
		const data: LeadsRefused = { agentId, destination, count: refused.length, leads };
		await emit('lead.refused', data, this.nextName());
	}

	private async publishBlocked({ cause, reason, since }: Pick<SyncBlocked, 'cause' | 'reason'> & { since: number }) {
		const { agentId, destination } = this.of;
		this.notices.blockedSince = since;
		const blocked = { agentId, destination, cause, reason, leadsRefused: this.leadsRefused() };
		await emit('sync.blocked', { ...blocked, since: new Date(since).toISOString() }, this.nextName());
	}

	private nextName(): string {
		this.notices.published += 1;
		return `notice-${this.notices.published}`;
	}
}
