import { Memory } from './memory';

const seen = (key: string, at: number | null, mark: string | null = 'there') => ({ key, mark, at, item: {} });

/** A first look at a list that goes on below. */
const partOfList = (most: number, ...times: number[]) => {
	const rest = times.map((at) => seen(String(at), at));
	return Memory.of({ news: [], rest, settled: 1_000, goesOn: true }, most);
};

it('takes everything unknown for news while it has seen all there was', () => {
	const memory = Memory.of({ news: [], rest: [seen('a', 5)], settled: 1 }, 10);
	expect(memory.isNews(seen('a', 5))).toBe(false);
	expect(memory.isNews(seen('b', 1))).toBe(true);
	expect(memory.isNews(seen('c', null))).toBe(true);
});

it('takes for news only what is newer than all it has not seen', () => {
	const memory = partOfList(10, 50, 60);
	expect(memory.isNews(seen('late', 55))).toBe(true);
	expect(memory.isNews(seen('old', 50))).toBe(false);
	expect(memory.isNews(seen('undated', null))).toBe(false);
	expect([memory.isOlder(49), memory.isOlder(50)]).toEqual([true, false]);
});

it('forgets the oldest, however lately it was seen, and remembers how new that was', () => {
	const memory = partOfList(3, 10, 20, 30);
	memory.note([seen('20', 20), seen('10', 10), seen('40', 40)]);
	expect(['10', '20', '30', '40'].map((key) => memory.has(key))).toEqual([false, true, true, true]);
	expect([memory.isNewer(10), memory.isNewer(11)]).toEqual([false, true]);
});

it('forgets of those without a time what it saw least recently', () => {
	const memory = new Memory(2);
	memory.note([seen('a', null), seen('b', null), seen('a', null), seen('c', null)]);
	expect(['a', 'b', 'c'].map((key) => memory.has(key))).toEqual([true, false, true]);
});

it('takes a known one for news when it is in another state, and never one in none of the wanted', () => {
	const memory = new Memory(10);
	memory.note([seen('a', 1, null), seen('b', 1, 'indexed')]);
	expect(memory.isNews(seen('a', 1, null))).toBe(false);
	expect(memory.isNews(seen('a', 1, 'indexed'))).toBe(true);
	expect(memory.isNews(seen('b', 1, 'indexed'))).toBe(false);
	expect(memory.isNews(seen('b', 1, 'failed'))).toBe(true);
});

it('is the same after it was stored', () => {
	const memory = partOfList(2, 10, 20, 30);
	memory.note([seen('x', null, null)]);
	const stored = JSON.stringify(memory);
	expect(JSON.stringify(Memory.restore(memory.toJSON(), 2))).toBe(stored);
});

describe('of a first look that comes after a time', () => {
	const until = (since: number, goesOn: boolean, ...times: Array<number | null>) => {
		const rest = times.map((at, index) => seen(`${index}`, at));
		return Memory.until({ news: [], rest, settled: 100, goesOn }, since, 10);
	};

	it('leaves what is newer as news, and knows the rest', () => {
		const { memory, hasNews } = until(20, true, 10, 20, 30);
		expect([hasNews, memory.settled]).toEqual([true, 99]);
		expect(['0', '1', '2'].map((key) => memory.has(key))).toEqual([true, true, false]);
		expect([memory.isNewer(30), memory.isOlder(9)]).toEqual([true, true]);
	});

	it('takes for old what is below, if all that was read is newer', () => {
		const { memory } = until(20, true, 30, 40);
		expect([memory.settled, memory.isNewer(21), memory.isOlder(19), memory.isNewer(null)]).toEqual([
			0,
			true,
			true,
			false,
		]);
	});

	it('knows all that has no time', () => {
		expect(until(20, true, null, null).hasNews).toBe(false);
	});
});
