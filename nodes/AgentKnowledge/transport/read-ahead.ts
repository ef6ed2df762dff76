import { offsetAfter, type Page, type ReadPage } from '../generated/pages';

/** With the page in use, five requests are under way, as many as for reads of different items. */
const MOST_AHEAD = 4;

/**
 * Requests the next pages of a list while one is in use. It assumes full pages, and stops at `most` and at `total`. A
 * page at another offset is requested when it is needed. The order of the requests changes no result: `listItems` takes
 * the pages in its own order, and steps back if two do not meet.
 * @param most items that the caller wants
 */
export class ReadAhead<Each> {
	private readonly ahead = new Map<number, Promise<Page<Each>>>();
	private readonly underWay = new Set<Promise<unknown>>();

	constructor(
		private readonly readPage: ReadPage<Each>,
		private readonly most = Number.POSITIVE_INFINITY,
	) {}

	async read(window: { limit: number; offset: number }): Promise<Page<Each>> {
		const expected = this.ahead.get(window.offset);
		if (expected === undefined) this.ahead.clear();
		this.ahead.delete(window.offset);
		const page = await (expected ?? this.readPage(window));
		if (page.items.length === window.limit) this.ask(window, Math.min(page.total, this.most));
		return page;
	}

	/** Waits for the requests under way, so that none continues after the execution. */
	async settle(): Promise<void> {
		await Promise.all(this.underWay);
	}

	private ask({ limit, offset }: { limit: number; offset: number }, end: number): void {
		for (let next = offsetAfter(offset, limit); next < end; next = offsetAfter(next, limit)) {
			if (this.ahead.size >= MOST_AHEAD) return;
			if (this.ahead.has(next)) continue;
			const page = this.readPage({ limit, offset: next });
			// The reader of the page gets its failure. Without a reader, the failure has no effect.
			const settled = page.catch(() => undefined).finally(() => this.underWay.delete(settled));
			this.underWay.add(settled);
			this.ahead.set(next, page);
		}
	}
}
