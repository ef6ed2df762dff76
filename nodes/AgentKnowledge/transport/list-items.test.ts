import type { Page, Window } from '../generated/pages';
import { listItems } from './list-items';

interface Row {
	id: number;
}

/** A list of so many, and how the service says how many there are. */
function listOf(count: number, envelope: (page: Row[], window: Window) => object, most = 100) {
	const rows = Array.from({ length: count }, (_, index) => ({ id: count - index }));
	let requests = 0;
	const readPage = (window: Window): Promise<Page<Row>> => {
		requests += 1;
		if (requests > 200) throw new Error('It does not end.');
		const items = rows.slice(window.offset, window.offset + Math.min(window.limit, most));
		return Promise.resolve({ items, ...envelope(items, window) } as Page<Row>);
	};
	const readAll = async () => {
		const ids: number[] = [];
		for await (const { id } of listItems(readPage)) ids.push(id);
		return ids;
	};
	return { readAll, requests: () => requests, wanted: rows.map(({ id }) => id) };
}

it.each([
	['none', () => ({})],
	['0', () => ({ total: 0 })],
	['that of the page', (page: Row[]) => ({ total: page.length, limit: 100 })],
	['null', () => ({ total: null, limit: null })],
])('reads all of a list whose total is %s, and ends', async (_, envelope) => {
	for (const count of [0, 1, 99, 100, 101, 250]) {
		const list = listOf(count, envelope);
		expect(await list.readAll()).toEqual(list.wanted);
	}
});

it('reads all of a list whose total is too high, where pages that end sooner and sooner show that', async () => {
	const tooHigh = () => ({ total: 1_000_000, limit: 100 });
	for (const count of [2, 99, 100, 101, 250]) {
		const list = listOf(count, tooHigh);
		expect(await list.readAll()).toEqual(list.wanted);
	}
	for (const count of [0, 1]) await expect(listOf(count, tooHigh).readAll()).rejects.toThrow('counts 1000000 items');
});

it('reads all in pages that are smaller than it asked for, though total is that of the page', async () => {
	const list = listOf(130, (page) => ({ total: page.length, limit: 20 }), 20);
	expect(await list.readAll()).toEqual(list.wanted);
});

it('ends where the service gives out the same page again and again, with an error if there is more', async () => {
	let requests = 0;
	const read = async (total: number) => {
		const ids: number[] = [];
		const readPage = () => {
			requests += 1;
			return Promise.resolve({ items: [{ id: 2 }, { id: 1 }], total, limit: 100 });
		};
		for await (const { id } of listItems(readPage)) ids.push(id);
		return ids;
	};
	expect(await read(2)).toEqual([2, 1]);
	await expect(read(1_000_000)).rejects.toThrow('gives out the same 2 again');
	expect(requests).toBeLessThan(5);
});

it('asks once for a list that one page holds, as limit and total say', async () => {
	const list = listOf(60, () => ({ total: 60, limit: 100 }));
	expect(await list.readAll()).toEqual(list.wanted);
	expect(list.requests()).toBe(1);
});

it('reads what is left of a long list, most of which is deleted while it is read', async () => {
	let rows = Array.from({ length: 10_000 }, (_, index) => ({ id: 10_000 - index }));
	const readPage = ({ limit, offset }: Window): Promise<Page<Row>> =>
		Promise.resolve({ items: rows.slice(offset, offset + limit), total: rows.length, limit });
	const ids: number[] = [];
	for await (const { id } of listItems(readPage)) {
		ids.push(id);
		// The newest 5,000.
		if (ids.length === 9_000) rows = rows.slice(5_000);
	}
	expect(ids).toHaveLength(10_000);
	expect(new Set(ids).size).toBe(10_000);
});
