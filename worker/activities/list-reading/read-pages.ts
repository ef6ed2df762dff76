import { offsetAfter, type Page, type Window } from '../../../api';
import { type ItemId, PAGE_SIZE, STEP } from '../../../workflows/list-reading/place';
import type { ListRead } from '../../../workflows/list-reading/read-list';
import { apiFailure } from '../task/failure';
import { readListPage } from '../task/list-page';

/**
 * Time within which the last page or request of a dispatch begins, so that progress is seen and a cancellation soon
 * counts. With the 30 s of a call it stays below the activity's 90 s.
 */
export const BEGIN_WITHIN_MS = 20_000;

/** Requests under way: the service makes the next page while the worker takes in this one. */
const REQUESTS_AT_ONCE = 2;

/** Pages of the first read of a list. The next reads begin, several at once, only when it says how long the list is. */
const FIRST_PAGES = 5;

type ReadPage<Each> = (window: Window, signal: AbortSignal) => Promise<Page<Each>>;

/** Pages of one dispatch, read one after the other. Each shares at least one item with the one before. */
export class PagesInOrder<Each extends { id?: unknown }, Id extends ItemId> {
	readonly #known = new Set<Id>();
	/** Ids of each page. */
	readonly #ids: Id[][] = [];
	#total = 0;
	#nextOffset: number;
	#ended = false;

	/** @param offset of the first page @param idOf what an item is known by */
	constructor(
		private readonly offset: number,
		private readonly idOf: (item: Each) => Id,
	) {
		this.#nextOffset = offset;
	}

	/**
	 * Reads up to `most` pages, or `FIRST_PAGES` at the top of the list, up to the end of the list. If a later page fails,
	 * the pages before it count. The failed page becomes the first one of the next dispatch, which reports the failure.
	 * @returns the items of each page that no page before has
	 * @throws the failure of the first page (`apiFailure`)
	 */
	async *read(readPage: ReadPage<Each>, most: number, signal: AbortSignal): AsyncGenerator<Each[]> {
		const mostPages = this.offset === 0 ? Math.min(FIRST_PAGES, most) : most;
		for await (const page of this.#pages(readPage, mostPages, signal)) {
			if ('error' in page) {
				if (this.#ids.length === 0) throw apiFailure(page.error);
				return;
			}
			const fresh = this.#add(page);
			if (fresh === null) return;
			yield fresh;
			if (this.#ended) return;
		}
	}

	/** Nothing that is wanted comes after the pages so far. */
	end(): void {
		this.#ended = true;
	}

	result(): Omit<ListRead<Id>, 'pagesAtOnce'> {
		const ids = this.#ids;
		return {
			total: this.#total,
			nextOffset: this.#nextOffset,
			ended: this.#ended,
			pages: ids.length,
			first: ids[0] ?? [],
			last: ids.at(-1) ?? [],
		};
	}

	/**
	 * Pages `STEP` apart, in their order, at most `most` of them, or the failure of one, which is the last. So is a page
	 * that is shorter than asked for: the next one begins before. Requests whose page is not taken are cancelled.
	 */
	async *#pages(
		readPage: ReadPage<Each>,
		most: number,
		signal: AbortSignal,
	): AsyncGenerator<Page<Each> | { error: unknown }> {
		const { offset } = this;
		const beginUntil = Date.now() + BEGIN_WITHIN_MS;
		const stop = new AbortController();
		const whileRead = AbortSignal.any([signal, stop.signal]);
		const begin = (nth: number) => {
			const read = (window: Window) => readPage(window, whileRead);
			return outcomeOf(readListPage(read, { limit: PAGE_SIZE, offset: offset + nth * STEP }));
		};
		const ahead = [begin(0)];
		let begun = 1;
		try {
			for (let first = ahead.shift(); first !== undefined; first = ahead.shift()) {
				const page = await first;
				if ('error' in page || page.items.length < PAGE_SIZE) {
					yield page;
					return;
				}
				while (ahead.length < REQUESTS_AT_ONCE && begun < most && Date.now() < beginUntil) {
					if (offset + begun * STEP >= page.total) break;
					ahead.push(begin(begun));
					begun += 1;
				}
				yield page;
			}
		} finally {
			stop.abort();
		}
	}

	/** @returns the items that no page before has; null if the page shares no item with the pages before */
	#add({ items, total }: Page<Each>): Each[] | null {
		const ids = items.map((item) => this.idOf(item));
		const fresh = items.filter((_, index) => !this.#known.has(ids[index] as Id));
		if (this.#ids.length > 0 && fresh.length === items.length) return null;
		for (const id of ids) this.#known.add(id);
		this.#ids.push(ids);
		this.#total = total;
		this.#ended = items.length === 0 || this.#nextOffset + items.length >= total;
		this.#nextOffset = items.length < PAGE_SIZE ? offsetAfter(this.#nextOffset, items.length) : this.#nextOffset + STEP;
		return fresh;
	}
}

/** A failure as a value, as the pages before it are taken first. */
async function outcomeOf<Each>(reading: Promise<Page<Each>>): Promise<Page<Each> | { error: unknown }> {
	try {
		return await reading;
	} catch (error) {
		return { error };
	}
}
