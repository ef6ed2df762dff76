import fc from 'fast-check';
import type { ItemType, Step } from '../../../workflows/knowledge-sync/plan';
import { writesOf } from '../../../workflows/knowledge-sync/plan';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import { makePlan, type PlannedRow, type PlanPolicy } from './make-plan';
import { type Fate, type ModelItem, ModelService } from './testing/model-service';

const OVERWRITE: PlanPolicy = { mode: 'mirror', drift: 'overwrite', existing: 'refuse' };
const TYPES: ItemType[] = ['qa', 'text', 'page', 'file'];

const type = fc.constantFrom(...TYPES);
const number = fc.nat({ max: 5 });
const name = (of: ItemType, index: number) =>
	of === 'page' ? `https://www.example.com/${index}` : of === 'file' ? `${index}.pdf` : `Name ${index}`;

/** Rows of a set, of which no two share a key or a name. */
const rows = fc
	.array(
		fc.record({ type, key: number, name: number, body: number, enabled: fc.constantFrom(true, false, undefined) }),
		{
			maxLength: 8,
		},
	)
	.map((drafts) => {
		const names = new Set<string>();
		const keys = new Set<string>();
		return drafts.flatMap((draft): PlannedRow[] => {
			const row = {
				key: `k${draft.key}`,
				type: draft.type,
				name: name(draft.type, draft.name),
				body: draft.type === 'page' ? 'page' : `wanted ${draft.body}`,
				...(draft.type === 'qa' && draft.enabled !== undefined ? { enabled: draft.enabled } : {}),
			};
			const nameKey = itemKey(row.type, row.name);
			if (names.has(nameKey) || keys.has(row.key)) return [];
			names.add(nameKey);
			keys.add(row.key);
			return [row];
		});
	});

const fates = fc.array(
	fc.oneof({ weight: 6, arbitrary: fc.constant<Fate>('confirmed') }, fc.constantFrom<Fate>('killed', 'refused')),
	{ maxLength: 8 },
);
const event = fc.oneof(
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('sync' as const), rows, fates }) },
	fc.record({ kind: fc.constant('person-adds' as const), type, name: number }),
	fc.record({ kind: fc.constant('person-edits' as const), nth: fc.nat(), name: number, body: number }),
	fc.record({ kind: fc.constant('person-deletes' as const), nth: fc.nat() }),
);
type Event = typeof event extends fc.Arbitrary<infer Each> ? Each : never;

function planOf(service: ModelService, wanted: readonly PlannedRow[], policy = OVERWRITE): Step[] {
	const faulty = { keys: new Set<string>(), withoutKey: 0 };
	const owned = [...service.owned.values()];
	return makePlan({ rows: wanted, owned, shown: service.shown(), ofOtherSets: [], faulty, policy });
}

/** What people have made of their own items. */
function happen(service: ModelService, each: Event): void {
	switch (each.kind) {
		case 'sync': {
			service.apply(planOf(service, each.rows), each.rows, each.fates);
			return;
		}
		case 'person-adds': {
			const nameKey = itemKey(each.type, name(each.type, each.name));
			// Nothing tells a page or a file of theirs from one whose addition was lost at the same moment.
			const begun = [...service.owned.values()].some(
				(item) => item.begun !== null && itemKey(item.type, item.begun.name) === nameKey,
			);
			if (!begun) service.add(each.type, name(each.type, each.name), `theirs ${each.name}`, null);
			return;
		}
		case 'person-edits': {
			const item = service.items[each.nth % Math.max(1, service.items.length)];
			if (item === undefined || item.type === 'page' || item.type === 'file') return;
			Object.assign(item, { name: name(item.type, each.name), body: `edited ${each.body}` });
			// Nothing shows any more that it comes from an addition whose outcome is not known.
			if (![...service.owned.values()].some(({ id }) => id === item.id)) item.addedBy = null;
			return;
		}
		case 'person-deletes': {
			const item = service.items[each.nth % Math.max(1, service.items.length)];
			if (item !== undefined) service.remove(item.id);
		}
	}
}

const theirs = ({ items }: ModelService) =>
	items.filter(({ addedBy }) => addedBy === null).map((item) => ({ ...item }));

function isAsWanted(item: ModelItem, row: PlannedRow): boolean {
	return (
		item.name === row.name && item.body === row.body && (row.enabled === undefined || item.enabled === row.enabled)
	);
}

test('after any changes, by hand, lost responses and refusals, an agent has what is wanted and what people own', () => {
	fc.assert(
		fc.property(fc.array(event, { maxLength: 12 }), rows, (events, wanted) => {
			const service = new ModelService();
			for (const each of events) {
				const before = theirs(service);
				happen(service, each);
				expect(each.kind === 'sync' ? theirs(service) : before).toEqual(before);
			}
			const before = theirs(service);
			const steps = planOf(service, wanted);
			service.apply(steps, wanted);

			expect(theirs(service)).toEqual(before);
			const refusedRows = new Set(steps.flatMap(({ kind, row }) => (kind === 'conflict' ? [row] : [])));
			const ours = service.items.filter(({ addedBy }) => addedBy === 'set');
			for (const [index, row] of wanted.entries()) {
				if (refusedRows.has(index)) continue;
				expect(ours.filter((item) => item.type === row.type && isAsWanted(item, row))).toHaveLength(1);
			}
			// What is neither wanted nor refused is gone.
			const refusedIds = new Set(steps.flatMap(({ kind, id }) => (kind === 'conflict' ? [id] : [])));
			const perhaps = new Set(
				steps.flatMap(({ reason, type: of, name: named }) =>
					reason === 'perhaps_doubled' ? [itemKey(of, named)] : [],
				),
			);
			const surplus = ours.filter(
				(item) =>
					!refusedIds.has(item.id) &&
					!perhaps.has(itemKey(item.type, item.name)) &&
					!wanted.some((row) => row.type === item.type && isAsWanted(item, row)),
			);
			expect(surplus).toEqual([]);
			// And a second sync has nothing to do.
			expect(planOf(service, wanted).reduce((sum, step) => sum + writesOf(step), 0)).toBe(0);
		}),
		{ numRuns: 2_000 },
	);
});

test('a change of the set takes the least number of writes', () => {
	fc.assert(
		fc.property(rows, rows, (first, second) => {
			const service = new ModelService();
			service.apply(planOf(service, first), first);
			service.writes = 0;
			const least = leastWrites(first, second);
			const steps = planOf(service, second);
			fc.pre(!steps.some(({ kind }) => kind === 'conflict'));
			service.apply(steps, second);
			expect(service.writes).toBe(least);
		}),
		{ numRuns: 2_000 },
	);
});

/** By the rows alone: a row that has the key or else the name of an earlier one of its type is that one. */
function leastWrites(first: readonly PlannedRow[], second: readonly PlannedRow[]): number {
	const keys = new Set(second.map(({ key }) => key));
	const left = new Set(first);
	let writes = 0;
	for (const row of second) {
		const ofKey = first.find(({ key }) => key === row.key);
		const before =
			ofKey ?? first.find((each) => each.type === row.type && each.name === row.name && !keys.has(each.key));
		if (before === undefined) {
			writes += row.enabled === false ? 2 : 1;
			continue;
		}
		left.delete(before);
		const wasEnabled = before.enabled ?? true;
		const isSame =
			before.name === row.name && before.body === row.body && (row.enabled === undefined || row.enabled === wasEnabled);
		if (!isSame) writes += row.type === 'qa' || row.type === 'text' ? 1 : 2;
	}
	return writes + left.size;
}

test('no sync removes what another hand made unless a person is asked, and the first one removes nothing', () => {
	fc.assert(
		fc.property(fc.array(event, { maxLength: 12 }), (events) => {
			const service = new ModelService();
			const made = new Set<number>();
			const removedUnasked: number[] = [];
			let isFirst = true;
			for (const each of events) {
				const before = new Set(service.items.map(({ id }) => id));
				if (each.kind === 'sync') {
					const steps = planOf(service, each.rows, { ...OVERWRITE, existing: 'adopt' });
					service.apply(steps, each.rows, each.fates);
					const left = new Set(service.items.map(({ id }) => id));
					const removed = [...before].filter((id) => !left.has(id));
					removedUnasked.push(...removed.filter((id) => isFirst || made.has(id)));
					isFirst = false;
					continue;
				}
				happen(service, each);
				for (const { id } of service.items) if (!before.has(id)) made.add(id);
			}
			expect(removedUnasked).toEqual([]);
		}),
		{ numRuns: 2_000 },
	);
});
