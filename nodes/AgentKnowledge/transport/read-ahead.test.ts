import fc from 'fast-check';
import type { Page, Window } from '../generated/pages';
import { listItems } from './list-items';
import { ReadAhead } from './read-ahead';

interface Row {
	id: number;
}

/** A newest-first list of so many, that counts what is asked of it at once. */
class RowList {
	rows: Row[];
	readonly offsets: number[] = [];
	underWay = 0;
	mostUnderWay = 0;

	constructor(
		count: number,
		private readonly reply: () => Promise<void> = () => Promise.resolve(),
	) {
		this.rows = Array.from({ length: count }, (_, index) => ({ id: count - index }));
	}

	readonly read = async ({ limit, offset }: Window): Promise<Page<Row>> => {
		this.offsets.push(offset);
		this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
		const page = { items: this.rows.slice(offset, offset + limit), total: this.rows.length, limit };
		await this.reply();
		this.underWay -= 1;
		return page;
	};
}

async function idsOf(list: RowList, most?: number): Promise<number[]> {
	const ahead = new ReadAhead(list.read, most);
	const ids: number[] = [];
	for await (const { id } of listItems((window) => ahead.read(window), most)) ids.push(id);
	await ahead.settle();
	return ids;
}

it('asks for four pages while it works on one, and for each page once', async () => {
	const list = new RowList(1_000);

	expect(await idsOf(list)).toEqual(list.rows.map(({ id }) => id));

	expect(list.mostUnderWay).toBe(4);
	expect(list.offsets).toEqual([...new Set(list.offsets)]);
	expect(Math.max(...list.offsets)).toBeLessThan(1_000);
});

it('asks for no page beyond what is wanted', async () => {
	const list = new RowList(1_000);

	expect(await idsOf(list, 150)).toHaveLength(150);

	expect(list.offsets).toEqual([0, 90]);
});

it('gives a failure of a page that was asked for early to who reads that page', async () => {
	let requests = 0;
	const ids: number[] = [];
	const list = new RowList(1_000);
	const ahead = new ReadAhead((window: Window) => {
		requests += 1;
		return window.offset === 180 ? Promise.reject(new Error('refused')) : list.read(window);
	});

	const reading = async () => {
		for await (const { id } of listItems((window) => ahead.read(window))) ids.push(id);
	};

	await expect(reading()).rejects.toThrow('refused');
	expect(ids).toHaveLength(190);
	await ahead.settle();
	expect(list.underWay).toBe(0);
	expect(requests).toBeLessThan(10);
});

it('loses and doubles nothing of a list that changes meanwhile, in whatever order pages come', async () => {
	const change = fc.record({ added: fc.nat(60), deleted: fc.nat(60), at: fc.nat(900) });
	await fc.assert(
		fc.asyncProperty(fc.scheduler(), fc.array(change, { maxLength: 20 }), async (scheduler, changes) => {
			let newest = 2_000;
			const list = new RowList(700, async () => {
				await scheduler.schedule(Promise.resolve());
				const next = changes.shift();
				if (next === undefined) return;
				list.rows.splice(next.at, next.deleted);
				list.rows.unshift(...Array.from({ length: next.added }, () => ({ id: (newest += 1) })).toReversed());
			});

			const ids = await scheduler.waitFor(idsOf(list));

			expect(new Set(ids).size).toBe(ids.length);
			const old = list.rows.filter(({ id }) => id <= 700).map(({ id }) => id);
			expect(old.filter((id) => !ids.includes(id))).toEqual([]);
		}),
	);
});
