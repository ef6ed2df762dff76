import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { nextItems } from '../next-items';
import { newestFirst } from './newest-first';

/** What happens to a list before one of its pages is read. */
interface Change {
	come: number;
	/** Places from the top, of which those that are there go. */
	go: number[];
}

/** @param most how many come between two requests */
const changeOf = (most: number): fc.Arbitrary<Change> =>
	fc.record({
		come: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) }, fc.integer({ min: 0, max: most })),
		go: fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 60 }),
	});

/** A newest-first list that changes while it is read. */
class ChangingList {
	items: Array<{ id: number; createdAt?: string }> = [];
	readonly gone = new Set<number>();
	/** How many had come when its top was read last. */
	madeAtTop = 0;
	private made = 0;

	/** @param saysLimit as the specification has it */
	constructor(
		private readonly isDated: boolean,
		private readonly changes: Change[],
		private readonly saysLimit = true,
	) {}

	come(count: number): void {
		for (let index = 0; index < count; index++) {
			const id = ++this.made;
			// Ten at a time have the same time.
			const createdAt = new Date(1_700_000_000_000 + Math.floor(id / 10) * 1000).toISOString();
			this.items.unshift(this.isDated ? { id, createdAt } : { id });
		}
	}

	readonly readPage = ({ limit, offset }: { limit: number; offset: number }) => {
		const { come, go } = this.changes.shift() ?? { come: 0, go: [] };
		for (const place of go) for (const { id } of this.items.splice(place, 1)) this.gone.add(id);
		this.come(come);
		const items = this.items.slice(offset, offset + limit);
		if (offset === 0) this.madeAtTop = this.made;
		return Promise.resolve({ items, total: this.items.length, ...(this.saysLimit ? { limit } : {}) });
	};
}

async function pollUntilQuiet(list: ChangingList, staticData: IDataObject): Promise<number[]> {
	const given: number[] = [];
	for (let quiet = 0; quiet < 22; quiet++) {
		const items = await nextItems(staticData, 'a list', newestFirst(list.readPage));
		given.push(...items.map(({ id }) => Number(id)));
		if (items.length > 0) quiet = -1;
	}
	return given;
}

/** Before, changes, whether the service says its limit: what the first look was wrong about once. */
const examples: Array<[number, Change[], boolean]> = [
	// The only known one goes, another comes: in the next poll, and while the first look still reads.
	[
		1,
		[
			{ come: 0, go: [] },
			{ come: 0, go: [] },
			{ come: 1, go: [0] },
		],
		false,
	],
	[
		0,
		[
			{ come: 1, go: [] },
			{ come: 1, go: [0] },
		],
		false,
	],
	// More than a page, and just half a page, comes while the first look reads.
	[
		0,
		[
			{ come: 1, go: [] },
			{ come: 102, go: [] },
		],
		false,
	],
	[
		200,
		[
			{ come: 0, go: [] },
			{ come: 50, go: [] },
		],
		true,
	],
];

// Where no time tells what is old, more than half a page between two requests of one poll cannot be told from it.
it.each([
	{ isDated: true, most: 260 },
	{ isDated: false, most: 45 },
])(
	'loses and doubles nothing of a list that changes at every request, and begins with nothing old (dated: $isDated)',
	async ({ isDated, most }) => {
		const scenario = fc.tuple(
			fc.oneof(fc.integer({ min: 0, max: 900 }), fc.constantFrom(0, 1, 99, 100, 101)),
			fc.array(changeOf(most), { maxLength: 20 }),
			fc.boolean(),
		);
		await fc.assert(
			fc.asyncProperty(scenario, async ([before, changes, saysLimit]) => {
				const list = new ChangingList(isDated, [...changes], saysLimit);
				list.come(before);
				const staticData: IDataObject = {};
				const old = before + (changes[0]?.come ?? 0);
				expect(await nextItems(staticData, 'a list', newestFirst(list.readPage))).toEqual([]);
				// It begins anew at the top where all that it took note of is gone while it still looks.
				const newFrom = list.madeAtTop + 1;
				const given = await pollUntilQuiet(list, staticData);
				expect(new Set(given).size).toBe(given.length);
				expect(given.filter((id) => id <= old)).toEqual([]);
				const news = list.items.map(({ id }) => id).filter((id) => id >= newFrom);
				expect(news.filter((id) => !given.includes(id))).toEqual([]);
			}),
			{ numRuns: 40, examples: examples.map((example) => [example]) },
		);
	},
);

it('gives out nothing old of an undated list of which all that was known is gone', async () => {
	const list = new ChangingList(false, []);
	list.come(3_000);
	const staticData: IDataObject = {};
	await nextItems(staticData, 'a list', newestFirst(list.readPage));
	list.items.splice(0, 200);
	expect(await nextItems(staticData, 'a list', newestFirst(list.readPage))).toEqual([]);
	list.come(2);
	const items = await nextItems(staticData, 'a list', newestFirst(list.readPage));
	expect(items.map(({ id }) => id)).toEqual([3_001, 3_002]);
});

describe('gives out what came since all that was known is gone', () => {
	it.each([
		{ before: 1, isDated: true, saysLimit: false },
		{ before: 1, isDated: true, saysLimit: true },
		{ before: 1, isDated: false, saysLimit: false },
		{ before: 100, isDated: false, saysLimit: true },
	])(
		'$before known, dated: $isDated, the service says its limit: $saysLimit',
		async ({ before, isDated, saysLimit }) => {
			const list = new ChangingList(isDated, [], saysLimit);
			list.come(before);
			const staticData: IDataObject = {};
			expect(await nextItems(staticData, 'a list', newestFirst(list.readPage))).toEqual([]);
			list.items.splice(0);
			list.come(1);
			expect(await pollUntilQuiet(list, staticData)).toEqual([before + 1]);
		},
	);
});
