import { sightingOf, type Sighting } from '../memory/sighting';

/** The known part of a newest-first list, in its order, while the list changes from page to page. */
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
	 * Puts an item of this page behind the one above it, or before all that was read earlier.
	 * @returns null if no item of the page is known, so that its place is unknown
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

	/** For the first page of the list. */
	placeOnTop(item: Each): Sighting {
		const sighting = sightingOf(item);
		this.sightings.unshift(sighting);
		return sighting;
	}

	/**
	 * Before all that was read earlier. That has no gaps, so a new item above a known one has come to the top since,
	 * and the items between the two have been deleted.
	 */
	private placeOfPage(): number | null {
		const joins = this.sightings.length === 0 || this.page.some(({ key }) => this.placeOf(key) >= 0);
		return joins ? 0 : null;
	}

	private placeOf(key: string): number {
		return this.sightings.findLastIndex((one) => one.key === key);
	}
}
