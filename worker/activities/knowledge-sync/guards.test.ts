import type { OwnedItem } from '../../../workflows/knowledge-sync/plan';
import { guardInWords, guardsOf, planHash, refusalOf } from './guards';
import { makePlan, type PlannedRow, type PlanPolicy } from './make-plan';
import { ModelService } from './testing/model-service';

const MIRROR = { mode: 'mirror', drift: 'ask', existing: 'refuse' } as const;

function pairs(count: number, body = 'wanted'): PlannedRow[] {
	return Array.from({ length: count }, (_, index) => ({ key: `k${index}`, type: 'qa', name: `Name ${index}`, body }));
}

function planOf(service: ModelService, rows: readonly PlannedRow[], policy: PlanPolicy = MIRROR) {
	const faulty = { keys: new Set<string>(), withoutKey: 0 };
	const sources = { rows, owned: owned(service), shown: service.shown(), ofOtherSets: [], faulty, policy };
	return makePlan(sources);
}

const owned = (service: ModelService): OwnedItem[] => [...service.owned.values()];

function synced(count: number): ModelService {
	const service = new ModelService();
	service.apply(planOf(service, pairs(count)), pairs(count));
	return service;
}

it.each([
	[40, 30, 0],
	[40, 29, 1],
	[100, 80, 0],
	[100, 79, 1],
])('of %d items, a set that keeps %d waits for a person %d times', (had, keeps, guards) => {
	const service = synced(had);
	expect(guardsOf(planOf(service, pairs(keeps)), owned(service))).toHaveLength(guards);
});

it('waits where people changed an item, and says how many', () => {
	const service = synced(3);
	for (const item of service.items.slice(0, 2)) item.body = 'edited';
	const guards = guardsOf(planOf(service, pairs(3)), owned(service));
	expect(guards.map(guardInWords)).toEqual([expect.stringMatching(/^People changed 2 items/)]);
});

it('waits before it deletes what another hand made, and says how many', () => {
	const service = new ModelService();
	for (let nth = 0; nth < 3; nth += 1) service.add('qa', `Name ${nth}`, 'theirs', null);
	service.apply(planOf(service, pairs(4), { ...MIRROR, existing: 'adopt' }), pairs(4));
	expect(guardsOf(planOf(service, pairs(4)), owned(service))).toEqual([]);
	const guards = guardsOf(planOf(service, pairs(1)), owned(service));
	expect(guards.map(guardInWords)).toEqual([
		'The plan deletes 2 items that the set took over: other people or programs made them. Decide which of them stay.',
	]);
});

it('refuses an empty set, unless it is empty on purpose', () => {
	const refused = (faulty: number, emptyOnPurpose: boolean, mode: 'mirror' | 'add' = 'mirror') =>
		refusalOf([], faulty, { mode, emptyOnPurpose })?.message;
	expect(refused(0, false)).toMatch(/is empty, which would delete all items/);
	expect(refused(0, true)).toBeUndefined();
	expect(refused(2, true)).toMatch(/no row that can be read/);
	expect(refused(0, true, 'add')).toMatch(/is empty; name/);
	expect(refusalOf(pairs(1), 5, { mode: 'mirror', emptyOnPurpose: false })).toBeNull();
});

it('gives a plan a hash of what it does', () => {
	const service = synced(3);
	const hash = (rows: PlannedRow[]) => planHash('faq', 'a', planOf(service, rows), rows, service.shown());
	const changed = [...pairs(2), ...pairs(3, 'changed').slice(2)];
	expect(hash(changed.toReversed())).toBe(hash(changed));
	expect(hash(pairs(3))).not.toBe(hash(changed));
	expect(hash([...pairs(2), ...pairs(3, 'again').slice(2)])).not.toBe(hash(changed));
	expect(planHash('other', 'a', planOf(service, changed), changed, service.shown())).not.toBe(hash(changed));
	service.add('qa', 'Of somebody', 'theirs', null);
	const before = hash(changed);
	expect(hash(changed)).toBe(before);
	service.remove(owned(service)[2]?.id ?? 0);
	expect(hash(changed)).not.toBe(before);
});
