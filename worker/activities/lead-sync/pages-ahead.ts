import { type ApiClient, type Lead, type LeadFilter, LIMITS, offsetAfter, type Page } from '../../../api';
import type { SyncOf } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { readLeads } from './read-leads';
import { filtered, type FilteredStep, type Place, placeOf, stepOver } from './read-plan';

/** Time within which the last of the pages of one read begins, so that a slow service holds back no lead. */
const READ_WITHIN_MS = 1_000;
/** The service makes the next page while the worker takes in this one. */
const REQUESTS_AT_ONCE = 2;

/** How far a dispatch may read on after its first page. */
export interface ReadingOn {
	/** Number of pages. */
	most: number;
	/** No page is begun after this time, in milliseconds since 1970. */
	beginUntil: number;
	/** No page is begun once it is aborted. What was read is written. */
	signal: AbortSignal;
}

/** Whose pages. */
export interface PagesOf {
	api: ApiClient;
	of: Pick<SyncOf, 'agentId'>;
	/** Which leads are wanted. Undefined: all. */
	filter: LeadFilter | undefined;
}

interface Request {
	offset: number;
	/** Null if the service failed. */
	page: Promise<Page<Lead> | null>;
}

/** Reads pages of a pass. The next dispatch meets a failure with its first page, and reports it. */
export class PagesAhead {
	readonly #stop = new AbortController();
	/** Number of pages that may still be requested. */
	#left: number;
	/** Number of leads, as the last page says. */
	#total = Infinity;
	/** Number of leads of that page. A service may give fewer than it is asked for. */
	#length: number = LIMITS.pageSize;

	constructor(
		private readonly given: PagesOf,
		private readonly reading: ReadingOn,
	) {
		this.#left = reading.most;
	}

	/**
	 * Reads on from the cursor. A page is requested before the one above it has arrived, as most pages are as long as the
	 * one before. If that one was not, the page is requested again from where it ended.
	 * @returns up to so many pages; none if nothing more may be read, or the service fails
	 */
	async read(after: LeadCursor, most: number): Promise<FilteredStep[]> {
		const until = Date.now() + READ_WITHIN_MS;
		const steps: FilteredStep[] = [];
		let cursor = after;
		let requests: Request[] = [];
		while (steps.length < most) {
			requests = this.#requestsFrom(placeOf(cursor), requests, { most: most - steps.length, until });
			const page = (await requests.shift()?.page) ?? null;
			if (page === null) break;
			[this.#total, this.#length] = [page.total, page.items.length];
			const step = filtered(stepOver(cursor, page, Date.now()), this.given.filter);
			steps.push(step);
			if (!step.more) break;
			({ cursor } = step);
		}
		return steps;
	}

	/** Nobody needs what it still reads. */
	stop(): void {
		this.#stop.abort();
	}

	/** @returns requests of this page and the next ones, with those under way that begin there */
	#requestsFrom(place: Place, underWay: Request[], { most, until }: { most: number; until: number }): Request[] {
		const requests = underWay[0]?.offset === place.offset ? underWay : [];
		for (let last = requests.at(-1); requests.length < Math.min(most, REQUESTS_AT_ONCE); last = requests.at(-1)) {
			const offset = last === undefined ? place.offset : offsetAfter(last.offset, this.#length);
			if ((last !== undefined && offset >= this.#total) || !this.#mayRead(until)) break;
			this.#left -= 1;
			requests.push({ offset, page: this.#page({ ...place, offset }) });
		}
		return requests;
	}

	#mayRead(until: number): boolean {
		const { beginUntil, signal } = this.reading;
		return this.#left > 0 && !signal.aborted && Date.now() < Math.min(until, beginUntil);
	}

	async #page(place: Place): Promise<Page<Lead> | null> {
		try {
			return await readLeads(this.given.api, this.given.of.agentId, place, this.#stop.signal);
		} catch {
			this.#left = 0;
			return null;
		}
	}
}
