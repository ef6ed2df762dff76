import { takeInTurn, takeOldest } from './batch';

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

describe('of several lists', () => {
	const lengths = (lists: Parameters<typeof takeInTurn>[0]) => takeInTurn(lists).map(({ length }) => length);
	const dated = (at: number, count: number, text = '') => sightings(count, text).map((one) => ({ ...one, at }));

	it('takes one of each in turn', () => {
		expect(lengths([sightings(250), sightings(1), [], sightings(40)])).toEqual([59, 1, 0, 40]);
		expect(lengths([])).toEqual([]);
	});

	it('begins with the list whose news is oldest, however large that is', () => {
		expect(lengths([dated(2, 3), dated(1, 1, 'x'.repeat(300_000))])).toEqual([0, 1]);
		expect(lengths([dated(1, 3), dated(2, 1, 'x'.repeat(300_000))])).toEqual([3, 0]);
	});
});
