import { NameSearch } from './search-names';

const agents = [
	{ id: 'agent_1', name: 'Shop Berlin' },
	{ id: 'agent_shop', name: 'Other' },
	{ id: 'agent_3', name: 'Support' },
];
const page = (from: number, nextOffset: number | null) => ({
	agents: agents.slice(from, nextOffset ?? undefined),
	complete: nextOffset === null,
	nextOffset,
});
const schedules = { list: () => Promise.resolve([{ id: 'shops-nightly' }, { id: 'weekly' }] as never) };

function searchOver(read: (offset: number) => Promise<ReturnType<typeof page>>) {
	const connection = { name: 'shops', agents: ({ offset = 0 } = {}) => read(offset) };
	return new NameSearch({ connections: { list: () => [connection] }, schedules });
}

test('finds agents by parts of names and ids on all pages, schedules and connections in any case', async () => {
	const search = searchOver((offset) => Promise.resolve(page(offset, offset === 0 ? 1 : null)));
	expect(await search.find({ text: 'SHOP', caller: 'a' })).toEqual({
		types: [],
		connections: ['shops'],
		agents: ['agent_1', 'agent_shop'],
		schedules: ['shops-nightly'],
	});
	expect(await search.find({ text: 'nightly', caller: 'a' })).toMatchObject({
		types: ['nightly-retrain'],
		schedules: ['shops-nightly'],
	});
	expect(await search.find({ text: 'shop', connection: 'other', caller: 'a' })).toMatchObject({ agents: [] });
});

test.each([
	['are refused', () => Promise.reject(new Error('Too many reads'))],
	['do not come', () => new Promise<never>(() => undefined)],
])('finds the rest if the names of agents %s', async (_what, read) => {
	expect(await searchOver(read).find({ text: 'nightly', caller: 'a' })).toMatchObject({
		agents: [],
		schedules: ['shops-nightly'],
	});
});

test('reads the names of agents once for many searches', async () => {
	const read = vi.fn(() => Promise.resolve(page(0, null)));
	const search = searchOver(read);
	await Promise.all(['shop', 'sho', 'sh'].map((text) => search.find({ text, caller: 'a' })));
	await search.find({ text: 'support', caller: 'a' });
	expect(read).toHaveBeenCalledTimes(1);
});
