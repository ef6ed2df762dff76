import { cpuMsOf } from '../../../test/support/time/cpu-time';
import type { OwnedItem, Step } from '../../../workflows/knowledge-sync/plan';
import { writesOf } from '../../../workflows/knowledge-sync/plan';
import { digestOfShown } from './content-digest';
import { makePlan, type PlannedRow, type PlanPolicy, type PlanSources } from './make-plan';
import { ModelService } from './testing/model-service';

const POLICY: PlanPolicy = { mode: 'mirror', drift: 'keep', existing: 'refuse' };
const pair = (key: string, name: string, body = 'wanted'): PlannedRow => ({ key, type: 'qa', name, body });

let service: ModelService;

beforeEach(() => {
	service = new ModelService();
});

function planOf(rows: readonly PlannedRow[], more: Partial<PlanSources> = {}) {
	const faulty = { keys: new Set<string>(), withoutKey: 0 };
	const owned = [...service.owned.values()];
	return makePlan({ rows, owned, shown: service.shown(), ofOtherSets: [], faulty, policy: POLICY, ...more });
}

const sync = (rows: readonly PlannedRow[], more: Partial<PlanSources> = {}) => service.apply(planOf(rows, more), rows);
const policy = (changes: Partial<PlanPolicy>) => ({ policy: { ...POLICY, ...changes } });

it('makes a pair again that somebody deleted', () => {
	sync([pair('a', 'Open?')]);
	service.remove(1);
	expect(planOf([pair('a', 'Open?')])).toMatchObject([{ kind: 'missing', key: 'a' }]);
});

it.each([
	['overwrite', 'update', false, 1],
	['keep', 'drifted', false, 0],
	['ask', 'drifted', true, 0],
] as const)('of a pair that a person changed, %s', (drift, kind, asks, writes) => {
	sync([pair('a', 'Open?')]);
	Object.assign(service.items[0] ?? {}, { body: 'edited' });
	for (const rows of [[pair('a', 'Open?')], [pair('a', 'Open?', 'new')]]) {
		const [step] = planOf(rows, policy({ drift }));
		expect(step).toMatchObject({ kind, asks, reason: 'drift' });
		expect(step && writesOf(step)).toBe(writes);
	}
	const [unwanted] = planOf([], policy({ drift }));
	expect(unwanted).toMatchObject({ kind: drift === 'overwrite' ? 'delete' : 'drifted', asks, row: null });
});

it('sends nothing where a person made the change that is wanted', () => {
	sync([pair('a', 'Open?')]);
	Object.assign(service.items[0] ?? {}, { body: 'new' });
	expect(planOf([pair('a', 'Open?', 'new')])).toMatchObject([{ kind: 'unchanged', changes: [] }]);
});

it('leaves a pair alone that somebody disabled, unless the row says whether it is enabled', () => {
	sync([pair('a', 'Open?'), { ...pair('b', 'Late?'), enabled: true }]);
	for (const item of service.items) item.enabled = false;
	expect(planOf([pair('a', 'Open?'), { ...pair('b', 'Late?'), enabled: true }])).toMatchObject([
		{ kind: 'unchanged' },
		{ kind: 'drifted', changes: ['enabled'] },
	]);
});

it('takes no text for changed that the service keeps in a form of its own', () => {
	const shown = digestOfShown('open?', 'in its form');
	const at = '2026-01-01T00:00:00Z';
	const owned: OwnedItem[] = [
		{ key: 'a', type: 'qa', id: 1, name: 'Open?', body: 'wanted', enabled: null, shown, begun: null, replaced: [], at },
	];
	service.add('qa', 'open?', 'in its form', 'set');
	expect(planOf([pair('a', 'Open?')], { owned })).toMatchObject([{ kind: 'unchanged', changes: [] }]);
	expect(planOf([pair('a', 'Open?', 'new')], { owned })).toMatchObject([{ kind: 'update' }]);
	Object.assign(service.items[0] ?? {}, { body: 'edited' });
	expect(planOf([pair('a', 'Open?')], { owned })).toMatchObject([{ kind: 'drifted' }]);
});

it('refuses what people have already, and adopts it only if it is told to', () => {
	service.add('qa', ' open? ', 'theirs', null);
	const rows = [pair('a', 'Open?')];
	expect(planOf(rows)).toMatchObject([{ kind: 'conflict', reason: 'exists', id: null, inTheWay: 1 }]);
	sync(rows, policy({ existing: 'adopt' }));
	expect(service.items).toMatchObject([{ id: 1, name: 'Open?', body: 'wanted' }]);
	expect(planOf(rows)).toMatchObject([{ kind: 'unchanged', id: 1 }]);
});

it('never adopts one of two, nor a pair with images, nor what another set owns', () => {
	service.add('qa', 'Open?', 'theirs', null);
	const adopt = policy({ existing: 'adopt' });
	const rows = [pair('a', 'Open?')];
	const ofOtherSets = [...service.owned.values()];
	sync(rows, adopt);
	const other = [...service.owned.values()];
	expect(planOf(rows, { owned: ofOtherSets, ofOtherSets: other, ...adopt })).toMatchObject([
		{ kind: 'conflict', reason: 'other_set' },
	]);
	service.add('qa', 'Open?', 'theirs too', null);
	service.owned.clear();
	expect(planOf(rows, adopt)).toMatchObject([{ kind: 'conflict', reason: 'exists_twice' }]);
	service.remove(1);
	Object.assign(service.items[0] ?? {}, { isMedia: true });
	expect(planOf(rows, adopt)).toMatchObject([{ kind: 'conflict', reason: 'media' }]);
});

it('refuses a key that changes its type, and keeps the item', () => {
	sync([pair('a', 'Open?')]);
	const steps = planOf([{ key: 'a', type: 'text', name: 'Hours', body: 'wanted' }]);
	expect(steps).toMatchObject([{ kind: 'conflict', reason: 'type_changed', id: 1 }]);
});

it('adds a changed file before it deletes the old one, and adds one again that failed', () => {
	const file = (body: string): PlannedRow => ({ key: 'f', type: 'file', name: 'Prices.pdf', body });
	sync([file('old')]);
	expect(planOf([file('new')])).toMatchObject([{ kind: 'replace', replaced: [1], changes: ['content'] }]);
	Object.assign(service.items[0] ?? {}, { isFailed: true });
	expect(planOf([file('old')])).toMatchObject([{ kind: 'replace', replaced: [1], reason: 'failed' }]);
});

it('deletes nothing while a row that could not be read may stand for it', () => {
	sync([pair('a', 'Open?'), pair('b', 'Late?')]);
	const without = (faulty: PlanSources['faulty']) => planOf([], { faulty }).map(({ kind }) => kind);
	expect(without({ keys: new Set(['a']), withoutKey: 0 })).toEqual(['kept', 'delete']);
	expect(without({ keys: new Set(), withoutKey: 1 })).toEqual(['kept', 'kept']);
	expect(planOf([], policy({ mode: 'add' }))).toMatchObject([{ reason: 'mode_add' }, { reason: 'mode_add' }]);
});

it('knows a row that got another key by its name, also where nothing is removed', () => {
	sync([pair('old', 'Open?')]);
	const steps = planOf([pair('new', 'Open?')], policy({ mode: 'add' }));
	expect(steps).toMatchObject([{ kind: 'unchanged', key: 'new', formerKey: 'old', id: 1 }]);
});

it('compares 20,000 rows within seconds', () => {
	const rows = Array.from({ length: 20_000 }, (_, index) => pair(`k${index}`, `Name ${index}`));
	sync(rows);
	const renamed = rows.map((row) => ({ ...row, key: `new ${row.key}` }));
	let steps: ReturnType<typeof planOf> = [];
	expect(cpuMsOf(() => (steps = planOf(renamed)))).toBeLessThan(5_000);
	expect(steps.every(({ kind }) => kind === 'unchanged')).toBe(true);
});

describe('what another hand made and the set took over', () => {
	const file = (body: string): PlannedRow => ({ key: 'f', type: 'file', name: 'Prices.pdf', body });
	const page = (address: string): PlannedRow => ({ key: 'p', type: 'page', name: address, body: 'page' });
	const adopt = policy({ existing: 'adopt' });

	it.each([
		['mirror', 'delete', true, 'adopted'],
		['own', 'kept', false, 'adopted'],
		['add', 'kept', false, 'mode_add'],
	] as const)('is never deleted unasked: %s', (mode, kind, asks, reason) => {
		service.add('qa', 'Open?', 'theirs', null);
		sync([pair('a', 'Open?'), pair('b', 'Late?')], adopt);
		for (const drift of ['keep', 'overwrite', 'ask'] as const) {
			const steps = planOf([], policy({ mode, drift }));
			expect(steps.map((step) => [step.kind, step.asks, step.reason])).toEqual([
				[kind, asks, reason],
				mode === 'add' ? ['kept', false, 'mode_add'] : ['delete', false, null],
			]);
			expect(writesOf(steps[0] as Step)).toBe(0);
		}
	});

	it('stays its own after the set has changed it, and until somebody has deleted it', () => {
		service.add('qa', 'Open?', 'theirs', null);
		sync([pair('a', 'Open?')], adopt);
		sync([pair('renamed', 'Open?')]);
		sync([pair('renamed', 'Open now?', 'new')]);
		expect(planOf([])).toMatchObject([{ kind: 'delete', asks: true, reason: 'adopted' }]);
		service.remove(1);
		sync([pair('renamed', 'Open now?', 'new')]);
		expect(planOf([])).toMatchObject([{ kind: 'delete', asks: false, reason: null }]);
	});

	it('is not deleted by the first sync, which takes a file over as it is', () => {
		service.add('file', 'Prices.pdf', 'theirs', null);
		const first = planOf([file('ours')], adopt);
		expect(first).toMatchObject([{ kind: 'adopt', id: 1, replaced: [], changes: [], reason: 'unread' }]);
		service.apply(first, [file('ours')]);
		expect(service.items).toMatchObject([{ id: 1, body: 'theirs' }]);
		expect(planOf([file('ours')])).toMatchObject([{ kind: 'replace', replaced: [1], asks: true, reason: 'adopted' }]);
		expect(planOf([file('ours')], policy({ mode: 'own' }))).toMatchObject([{ kind: 'conflict', reason: 'adopted' }]);
	});

	it('is not replaced unasked, but a page that failed is read again', () => {
		service.add('page', 'https://www.example.com/a', 'page', null);
		sync([page('https://www.example.com/a')], adopt);
		expect(planOf([page('https://www.example.com/b')])).toMatchObject([{ kind: 'replace', asks: true }]);
		Object.assign(service.items[0] ?? {}, { isFailed: true });
		expect(planOf([page('https://www.example.com/a')])).toMatchObject([{ kind: 'replace', asks: false }]);
	});
});
