import fc from 'fast-check';
import { nextOffset } from './list-page';

/** Reads a list page by page while items vanish from it, newest first. @returns the ids it met */
function readAll(ids: readonly number[], pageSize: number, deletions: readonly number[]): Set<number> {
	const met = new Set<number>();
	let left = [...ids];
	let deleted = 0;
	for (let offset: number | null = 0; offset !== null;) {
		const items = left.slice(offset, offset + pageSize);
		for (const id of items) met.add(id);
		offset = nextOffset(offset, { items, total: left.length });
		const count = Math.min(deletions[deleted++] ?? 0, Math.floor(pageSize / 10));
		left = left.slice(count);
	}
	return met;
}

it('meets every item, also when a tenth of a page is deleted between two pages', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 500 }),
			fc.integer({ min: 10, max: 100 }),
			fc.array(fc.nat(10)),
			(count, pageSize, deletions) => {
				const ids = Array.from({ length: count }, (_, id) => id);
				const met = readAll(ids, pageSize, deletions);
				expect(ids.filter((id) => !met.has(id))).toEqual([]);
			},
		),
	);
});
