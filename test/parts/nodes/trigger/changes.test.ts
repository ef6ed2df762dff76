import type { IDataObject } from 'n8n-workflow';
import { readState } from '../../../../nodes/AgentKnowledgeTrigger/memory/state';
import { nextItems } from '../../../../nodes/AgentKnowledgeTrigger/next-items';
import { ChangingList } from './changing-list';

const NEWEST = 500;

/** A list of so many whose first look is done. */
async function watched(
	count: number,
	{ more, ...options }: Parameters<ChangingList['watch']>[0] & { more?: () => IDataObject } = {},
) {
	const list = new ChangingList();
	list.more = more ?? list.more;
	list.come(count);
	const data: IDataObject = {};
	const poll = () => nextItems(data, 'a list', list.watch(options));
	expect(await poll()).toEqual([]);
	return { list, data, poll };
}

const all = (count: number) => Array.from({ length: count }, (_, place) => place);

it('says what changed, and nothing of a new record, nor of one that went', async () => {
	const { list, poll } = await watched(3);
	list.come(2);
	list.records.splice(3, 1);
	expect(await poll()).toEqual([]);
	list.change(0);
	const items = await poll();
	expect(items).toEqual([
		{
			change: 'changed',
			changeId: expect.stringMatching(/^c\/5 % \d{4}-\S+Z [\w-]{16}$/) as string,
			seenAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
			changed: ['version'],
			before: { version: 1, origin: { id: 'c/5 %' } },
			after: expect.objectContaining({ id: 'c/5 %', version: 2 }) as object,
		},
	]);
	expect(await poll()).toEqual([]);
});

it('gives out a change of a record that left the newest 500 and came back, once', async () => {
	const { list, poll } = await watched(NEWEST);
	const oldest = list.records.at(-1);
	list.come(50);
	expect(await poll()).toEqual([]);
	list.change(list.records.length - 1);
	expect(await poll()).toEqual([]);
	list.records.splice(0, 50);
	expect((await poll()).map(list.read.bind(list))).toMatchObject([{ id: oldest?.id, from: 1, to: 2 }]);
	expect(await poll()).toEqual([]);
});

it('starts the flow with all new ones of the newest 500, also if nothing else is left of them', async () => {
	const { list, poll } = await watched(700, { withNew: true });
	list.come(600);
	const items: IDataObject[] = [];
	for (let news = await poll(); news.length > 0; news = await poll()) items.push(...news);
	const newest = list.records.slice(0, NEWEST).map(({ id }) => id);
	expect(items.map(list.read.bind(list)).map(({ id }) => id)).toEqual(newest.reverse());
});

it('takes an older record that moves up for old, also where new ones start the flow', async () => {
	const { list, poll } = await watched(700, { withNew: true });
	list.records.splice(0, 150);
	expect(await poll()).toEqual([]);
	list.come(1);
	expect(await poll()).toMatchObject([{ change: 'new', before: null, changed: [] }]);
	list.change(0);
	expect(await poll()).toMatchObject([{ change: 'changed', before: { version: 1 } }]);
});

it('gives out 100 at most, the rest in the next polls, and what changed again meanwhile as one change', async () => {
	const { list, poll } = await watched(250);
	list.change(...all(250));
	expect(await poll()).toHaveLength(100);
	list.change(0);
	expect(await poll()).toHaveLength(100);
	expect((await poll()).map(list.read.bind(list)).at(-1)).toMatchObject({ id: 'c/250 %', from: 1, to: 3 });
	expect(await poll()).toEqual([]);
});

it('gives out nothing of what changed and changed back between two polls', async () => {
	const { list, poll } = await watched(2);
	list.change(0, 1);
	for (const record of list.records) record.version -= 1;
	expect(await poll()).toEqual([]);
});

it('keeps its state below 350 kB, however many and long the fields of 500 records are', async () => {
	const long = Object.fromEntries(all(60).map((index) => [`field${index}`, `value ${index} ${'y'.repeat(index)}`]));
	const { list, data, poll } = await watched(900, { more: () => ({ ...long, text: 'z'.repeat(10_000) }) });
	list.records.splice(0, 300);
	list.change(...all(10));
	expect(await poll()).toHaveLength(10);
	list.change(...all(10));
	// Without what was given out, which the batch bounds.
	const { memory } = readState(data, 'a list') ?? {};
	expect(JSON.stringify(JSON.stringify(memory)).length).toBeLessThan(350_000);
});

describe('fields that only say when or how often they were read', () => {
	it('do not count once they moved in all records at two reads, whatever their names', async () => {
		let clock = 0;
		const more = () => ({ wall: ++clock, deep: { tally: ++clock } });
		const { list, poll } = await watched(120, { more });
		expect(await poll()).toEqual([]);
		list.change(5);
		expect(await poll()).toMatchObject([{ changed: ['version'] }]);
		expect(await poll()).toEqual([]);
	});

	it('are not confused with fields that people changed in all records at once', async () => {
		const { list, poll } = await watched(30);
		for (const _ of [1, 2]) {
			list.change(...all(30));
			expect(await poll()).toHaveLength(30);
		}
	});

	it('do not count in a short list, where a person excludes them', async () => {
		let clock = 0;
		const { list, poll } = await watched(2, { more: () => ({ wall: { time: ++clock } }), ignored: ['wall'] });
		expect(await poll()).toEqual([]);
		list.change(1);
		expect(await poll()).toMatchObject([{ changed: ['version'] }]);
	});
});

describe('a field whose name the service changes', () => {
	const renamed = { version: 'revision', note: 'remark', origin: 'source' };

	it('is no change, and the changes of the same poll are seen', async () => {
		const { list, poll } = await watched(150);
		list.change(7);
		list.names = renamed;
		expect(await poll()).toMatchObject([{ changed: ['revision', 'version'], before: { version: 1 } }]);
		list.change(7);
		expect(await poll()).toMatchObject([{ changed: ['revision'] }]);
	});

	it('is no change of any record', async () => {
		const { list, poll } = await watched(150);
		list.names = renamed;
		expect(await poll()).toEqual([]);
		list.change(0);
		expect(await poll()).toMatchObject([{ changed: ['revision'], before: { revision: 1 } }]);
	});
});

it('refuses records without an id, and says which fields it looked for', async () => {
	const list = new ChangingList();
	const readPage = () => Promise.resolve({ items: [{ state: 'open' }], total: 1, limit: 100 });
	const watch = Object.assign(list, { readPage }).watch();
	await expect(nextItems({}, 'a list', watch)).rejects.toThrow('No record has an id (id)');
});
