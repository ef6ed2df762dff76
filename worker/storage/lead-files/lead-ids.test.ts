import fc from 'fast-check';
import { LeadIds } from './lead-ids';

it('knows each id that was added, and no other', () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(fc.nat(3_000), fc.nat(2 ** 40)), { maxLength: 3_000 }), (ids) => {
			const [ours, theirs] = [new LeadIds(), new Set<number>()];
			for (const id of ids) {
				expect(ours.add(id)).toBe(!theirs.has(id));
				theirs.add(id);
			}
		}),
		{ numRuns: 50 },
	);
});

it('knows ids of a block that became a row of bits', () => {
	const ids = new LeadIds();
	const some = Array.from({ length: 5_000 }, (_, index) => index * 3);
	expect(some.every((id) => ids.add(id))).toBe(true);
	expect(some.some((id) => ids.add(id))).toBe(false);
	expect(ids.add(1)).toBe(true);
});
