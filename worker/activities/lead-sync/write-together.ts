import { isDeepStrictEqual } from 'node:util';
import type { ApiClient, Lead, LeadFilter } from '../../../api';
import type { SyncedPage, SyncOf } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Destination, WrittenPages } from '../../destinations/destination';
import { addSkipped, byPerson } from '../../../workflows/leads/filter';
import type { WithoutErased } from '../../privacy';
import { PagesAhead, type ReadingOn } from './pages-ahead';
import type { FilteredStep } from './read-plan';

/** Pages in one transaction, and pages that are read meanwhile. */
const MOST_TOGETHER = 10;
/** The time that a transaction may take, by what the one before took for each page, in milliseconds. */
const WRITE_WITHIN_MS = 1_000;

/** A destination that keeps the cursor, and writes several pages in one transaction. */
export type WritesPages = Destination & Required<Pick<Destination, 'readCursor' | 'writePages'>>;

export function writesPages(destination: Destination): destination is WritesPages {
	return destination.readCursor !== undefined && destination.writePages !== undefined;
}

/** Of a sync that takes one lead of each person. */
export interface PersonsOfSync {
	/** The leads, in their order, without further leads of a person. */
	firstOf(leads: readonly Lead[]): Promise<Lead[]>;
	/** Lets other leads come for the persons of the refused ones. */
	release(leads: readonly Lead[], refused: SyncedPage['refused']): Promise<void>;
}

export interface WritesTogether {
	api: ApiClient;
	erased: WithoutErased;
	/** Null: the sync takes all leads of a person. */
	persons: PersonsOfSync | null;
	destination: WritesPages;
	of: SyncOf;
	/** Which leads are wanted. Undefined: all. */
	filter: LeadFilter | undefined;
	/** Whether the sync asks which leads the destination has. See `brought`. */
	tellsBrought: boolean;
}

/**
 * Reads the pages of a pass and writes several of them in one transaction. It reads the next ones while the destination
 * writes. It ends with the pass, where it may not read on, and after a refused lead. Pages that were read and not written
 * are read again by the next dispatch.
 *
 * The first transactions have one page, and each further one has one more. So at most as many pages are read in vain as
 * were written.
 * @param after the cursor of the page before
 * @returns what each transaction came to
 * @throws the failure of the destination, or of a look for erased persons; the transactions before it count
 */
export async function* writeTogether(
	given: WritesTogether,
	reading: ReadingOn,
	after: LeadCursor,
): AsyncGenerator<SyncedPage> {
	let kept = await given.destination.readCursor(given.of);
	// If another writer moved it, the next dispatch reads where it is now.
	if (kept === null || !isDeepStrictEqual(kept.cursor, after)) return;
	const ahead = new PagesAhead(given, reading);
	let fitting = 1;
	let next: Promise<FilteredStep[]> | null = ahead.read(after, fitting);
	try {
		while (next !== null) {
			const steps: FilteredStep[] = await next;
			const last = steps.at(-1);
			if (last === undefined) return;
			next = last.more ? ahead.read(last.cursor, Math.min(steps.length + 1, fitting)) : null;
			const began = Date.now();
			const wanted = await remainingOf(given, steps);
			const written = await given.destination.writePages({ of: given.of, kept, pages: wanted });
			await given.persons?.release(
				wanted.flatMap(({ leads }) => leads),
				written.refused,
			);
			yield pageOf(given, wanted, written);
			if (written.refused.length > 0) return;
			kept = written.kept;
			const msOfPage = (Date.now() - began) / steps.length;
			fitting = Math.min(MOST_TOGETHER, Math.max(1, Math.floor(WRITE_WITHIN_MS / msOfPage)));
		}
	} finally {
		ahead.stop();
		await next;
	}
}

/** Without the leads of persons who were erased until now, and without further leads of a person. */
async function remainingOf(
	{ erased, persons }: WritesTogether,
	steps: readonly FilteredStep[],
): Promise<FilteredStep[]> {
	const remaining = await erased.without(steps.flatMap(({ leads }) => leads));
	const [all, first] = [new Set(remaining), persons === null ? null : new Set(await persons.firstOf(remaining))];
	return steps.map((step) => {
		const known = step.leads.filter((lead) => all.has(lead));
		const leads = first === null ? known : known.filter((lead) => first.has(lead));
		return { ...step, leads, skipped: addSkipped(step.skipped, byPerson(known.length - leads.length)) };
	});
}

function pageOf(
	{ tellsBrought }: WritesTogether,
	steps: readonly FilteredStep[],
	{ pages, written, refused, kept }: WrittenPages,
): SyncedPage {
	const done = steps.slice(0, pages);
	const skipped = done.map((step) => step.skipped).reduce(addSkipped, undefined);
	return {
		cursor: kept.cursor,
		written,
		refused,
		...(skipped === undefined ? {} : { skipped }),
		brought: tellsBrought
			? broughtOf(
					done.flatMap(({ leads }) => leads),
					refused,
				)
			: [],
	};
}

/** The ids of the leads that were not refused. */
export function broughtOf(leads: readonly Lead[], refused: SyncedPage['refused']): number[] {
	const missing = new Set(refused.map(({ leadId }) => leadId));
	return leads.map(({ id }) => id).filter((id) => !missing.has(id));
}
