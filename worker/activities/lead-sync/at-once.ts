import type { Lead } from '../../../api';
import type { SyncPage } from '../../../workflows/lead-sync/activities';
import type { EarlyLead } from '../../../workflows/lead-sync/cursor';
import type { Destination, KeptCursor, Refusal } from '../../destinations/destination';
import { wantedOf } from '../task/wanted-leads';
import type { Step } from './read-plan';

/** How many leads may come again later. Further ones wait until their conversation has ended. */
const MOST = 500;
/** The same for one of several agents, whose states travel together. */
const MOST_OF_ONE = 50;
/** A lead that a whole pass did not meet after so long comes no more. Milliseconds. */
const FORGOTTEN_MS = 24 * 3_600_000;

/**
 * The leads of a sync that brings them at once, and their conversation again later. Until then they are not done, so that
 * a look meets each of them again after its wait.
 */
export class AtOnce {
	readonly #early: ReadonlyMap<number, EarlyLead>;

	constructor(private readonly page: SyncPage) {
		this.#early = new Map((page.early ?? []).map((early) => [early[0], early]));
	}

	/** Those of leads that wait which are to be written now. @param held oldest first */
	freshOf(held: readonly Lead[]): Lead[] {
		const { conversation, filter, ofSeveral } = this.page;
		if (conversation?.atOnce !== true) return [];
		const most = ofSeveral === undefined ? MOST : MOST_OF_ONE;
		const fresh = held.filter(({ id }) => !this.#early.has(id));
		return wantedOf(fresh, filter).wanted.slice(0, Math.max(0, most - this.#early.size));
	}

	/** What is left to write of a lead whose wait is over. See `EarlyLead`. */
	leftOf(id: number): EarlyLead[2] {
		return this.#early.get(id)?.[2] ?? 0;
	}

	/**
	 * What comes again after this page. @param settled with the leads whose wait is over
	 * @param fresh leads that were tried
	 * @param taken ids of those that the destination has
	 */
	after(settled: Step, fresh: readonly Lead[], taken: ReadonlySet<number>): EarlyLead[] | undefined {
		if (this.page.conversation?.atOnce !== true) return undefined;
		const done = new Set(settled.leads.map(({ id }) => id));
		// Further pages of the pass may have it.
		const since = settled.more ? -Infinity : Date.now() - FORGOTTEN_MS;
		const left = [...this.#early.values()].filter(([id, at]) => !done.has(id) && at >= since);
		const added = fresh.map(({ id, capturedAt }): EarlyLead => [id, Date.parse(capturedAt), taken.has(id) ? 1 : 0]);
		return [...left, ...added];
	}
}

/** Writes the conversations that ended. @returns those that the destination does not have as they are now */
export async function writeAgain(
	destination: Destination,
	of: SyncPage['of'],
	leads: readonly Lead[],
	kept: KeptCursor | null,
): Promise<Refusal[]> {
	if (leads.length === 0) return [];
	return (await destination.updateConversations?.(of, leads, kept)) ?? [];
}
