import { sightingOf, type Sighting } from '../memory/sighting';

/** What was read of a newest-first list, in its order, though it changed from page to page. */
export class ListOrder<Each extends object> {
	/** Newest first. */
	readonly sightings: Sighting[] = [];
	private items: Each[] = [];
	private page: Sighting[] = [];

	turnTo(items: Each[]): void {
		this.items = items;
		this.page = items.map(sightingOf);
	}

	isLastOfPage(item: Each): boolean {
		return item === this.items.at(-1);
	}

	/**
	 * Puts an item of this page where it belongs: behind the one above it, or before all that was read earlier.
	 * @returns null when nothing of the page was read before: whether it is above or below that, nobody can tell
	 */
	place(item: Each): Sighting | null {
		const index = this.items.indexOf(item);
		const sighting = this.page[index] ?? sightingOf(item);
		const above = this.page[index - 1];
		const place = above === undefined ? this.placeOfPage() : this.placeOf(above.key) + 1;
		if (place === null) return null;
		this.sightings.splice(place, 0, sighting);
		return sighting;
	}

	/** For a page that is known to be the top. */
	placeOnTop(item: Each): Sighting {
		const sighting = sightingOf(item);
		this.sightings.unshift(sighting);
		return sighting;
	}

	/**
	 * Before everything that was read earlier: that joins without a gap, so what stands above one of it now, and was not
	 * there then, has come to the top since; those between the two have gone.
	 */
	private placeOfPage(): number | null {
		const joins = this.sightings.length === 0 || this.page.some(({ key }) => this.placeOf(key) >= 0);
		return joins ? 0 : null;
	}

	private placeOf(key: string): number {
		return this.sightings.findLastIndex((one) => one.key === key);
	}
}
