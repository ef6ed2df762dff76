import { takeOldest } from './batch';

const sightings = (count: number, text = '') =>
	Array.from({ length: count }, (_, id) => ({ key: String(id), mark: 'there', at: null, item: { id, text } }));

it('takes the first hundred', () => {
	expect(takeOldest(sightings(99))).toHaveLength(99);
	expect(takeOldest(sightings(101)).map(({ item }) => item.id)).toEqual(Array.from({ length: 100 }, (_, id) => id));
});

it('takes less of what is big, and one however big it is', () => {
	expect(takeOldest(sightings(10, 'x'.repeat(100_000)))).toHaveLength(2);
	expect(takeOldest(sightings(2, 'x'.repeat(300_000)))).toHaveLength(1);
	expect(takeOldest([])).toEqual([]);
});
