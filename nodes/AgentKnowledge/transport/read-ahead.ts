import { offsetAfter, type Page, type ReadPage } from '../generated/pages';

/** With the page that is worked on, as many as the node has reads of different items under way. */
const MOST_AHEAD = 4;

/**
 * Asks for the next pages of a list while one is worked on. They are where full pages lead to, and never beyond what is
 * wanted or `total`; a page that is asked for elsewhere is read anew. What order pages are read in changes nothing:
 * `listItems` takes them in theirs, and steps back where two of them do not meet.
 * @param most items that are wanted
 */
export class ReadAhead<Each> {
	private readonly ahead = new Map<number, Promise<Page<Each>>>();
	private readonly underWay = new Set<Promise<unknown>>();

	constructor(
		private readonly readPage: ReadPage<Each>,
		private readonly most = Number.POSITIVE_INFINITY,
	) {}

	/** As `readPage`, sooner. */
	async read(window: { limit: number; offset: number }): Promise<Page<Each>> {
		const expected = this.ahead.get(window.offset);
		if (expected === undefined) this.ahead.clear();
		this.ahead.delete(window.offset);
		const page = await (expected ?? this.readPage(window));
		if (page.items.length === window.limit) this.ask(window, Math.min(page.total, this.most));
		return page;
	}

	/** Nothing runs on after this. */
	async settle(): Promise<void> {
		await Promise.all(this.underWay);
	}

	private ask({ limit, offset }: { limit: number; offset: number }, end: number): void {
		for (let next = offsetAfter(offset, limit); next < end; next = offsetAfter(next, limit)) {
			if (this.ahead.size >= MOST_AHEAD) return;
			if (this.ahead.has(next)) continue;
			const page = this.readPage({ limit, offset: next });
			// Who takes it gets the failure; where nobody does, it has failed for nothing.
			const settled = page.catch(() => undefined).finally(() => this.underWay.delete(settled));
			this.underWay.add(settled);
			this.ahead.set(next, page);
		}
	}
}
