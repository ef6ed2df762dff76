import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ignoresOf } from '../../../../nodes/AgentKnowledgeTrigger/memory/ignored-fields';
import { nextItems } from '../../../../nodes/AgentKnowledgeTrigger/next-items';
import { ChangingList, type Happening } from './changing-list';

const NEWEST = 500;

const happenings = fc.array(
	fc.record<Happening>({
		come: fc.integer({ min: 0, max: 30 }),
		change: fc.array(fc.nat(700), { maxLength: 130 }),
		go: fc.array(fc.nat(600), { maxLength: 30 }),
	}),
	{ maxLength: 25 },
);
/** Any, except those of the id and of what does not count. */
const fieldName = fc
	.string({ minLength: 1, maxLength: 20 })
	.filter((name) => name !== 'id' && !name.includes('.') && !ignoresOf([])(name));

/** What is wrong with a series of items: each has to go on where the one before ended. */
class Series {
	readonly wrong: string[] = [];
	/** By id. */
	readonly last = new Map<string, number>();

	constructor(
		private readonly list: ChangingList,
		private readonly withNew: boolean,
	) {}

	add(item: IDataObject): void {
		const { id, change, changed, from, to } = this.list.read(item);
		const last = this.last.get(id);
		const isRight =
			change === 'new'
				? this.withNew && last === undefined && item['before'] === null
				: from < to &&
					from >= 1 &&
					(last ?? from) === from &&
					JSON.stringify(changed) === JSON.stringify([this.list.names.version]);
		if (!isRight) this.wrong.push(`${JSON.stringify(item)} after version ${last}`);
		this.last.set(id, to);
	}
}

it('gives out each change once, with what was before, of a list that moves and whose fields have any name', async () => {
	const scenario = fc.record({
		before: fc.constantFrom(0, 1, 90, 100, 450, 500, 620),
		names: fc.uniqueArray(fieldName, { minLength: 3, maxLength: 3 }),
		happenings,
		withNew: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(scenario, async (given) => {
			const [version = '', note = '', origin = ''] = given.names;
			const list = new ChangingList({ version, note, origin }, [...given.happenings]);
			list.come(given.before);
			const data: IDataObject = {};
			const poll = () => nextItems(data, 'a list', list.watch({ withNew: given.withNew }));
			expect(await poll()).toEqual([]);
			const series = new Series(list, given.withNew);
			for (let quiet = 0; quiet < 2;) {
				const items = await poll();
				for (const item of items) series.add(item);
				quiet = items.length > 0 || !list.isQuiet ? 0 : quiet + 1;
			}
			expect(series.wrong).toEqual([]);
			const newest = list.records.slice(0, NEWEST);
			const outdated = newest.filter(({ id, version: now }) => (series.last.get(id) ?? now) !== now);
			expect(outdated).toEqual([]);

			// All of them are known by now.
			newest.forEach((_, place) => list.change(place));
			const again = new Set<string>();
			for (let items = await poll(); items.length > 0; items = await poll()) {
				for (const item of items) again.add(list.read(item).id);
			}
			expect(again).toEqual(new Set(newest.map(({ id }) => id)));
		}),
		{ numRuns: 25 },
	);
});
