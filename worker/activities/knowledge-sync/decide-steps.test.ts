import type { OwnedItem, ShownItem } from '../../../workflows/knowledge-sync/plan';
import { decidedSteps } from './decide-steps';
import { makePlan, type PlannedRow, withoutDoublesOf } from './make-plan';

const NAMES = ['a?', 'b?', 'c?'];
const shown: ShownItem[] = NAMES.map((name, nth) => ({
	type: 'qa',
	id: nth + 1,
	name,
	body: 'd',
	enabled: true,
	isFailed: false,
	isMedia: false,
}));
const owned: OwnedItem[] = shown.map(({ type, id, name }) => ({
	key: `k${id}`,
	type,
	id,
	name,
	body: 'd',
	enabled: true,
	shown: null,
	begun: null,
	replaced: [],
	at: '2026-01-01T00:00:00Z',
}));
const row = (key: string, name: string): PlannedRow => ({ key, type: 'qa', name, body: 'd' });

it.each([
	['a pair that was to get another name', [row('k1', 'b?'), row('k2', 'new?'), row('k3', 'c?')], 'k2'],
	['a pair that was to be deleted', [row('k1', 'b?'), row('k3', 'c?')], 'k2'],
])('gives no second pair the name of %s, and that a person keeps', (_what, rows, kept) => {
	const sources = { owned, shown, ofOtherSets: [] };
	const faulty = { keys: new Set<string>(), withoutKey: 0 };
	const policy = { mode: 'mirror', drift: 'ask', existing: 'refuse' } as const;
	const steps = makePlan({ ...sources, rows, faulty, policy });
	expect(steps.find(({ key }) => key === 'k1')?.kind).toBe('update');
	const decided = withoutDoublesOf(decidedSteps(steps, { planHash: '', keep: [kept] }), sources);
	const ofKey = (wanted: string) => decided.find(({ key }) => key === wanted);
	expect([ofKey('k1'), ofKey(kept)]).toMatchObject([
		{ kind: 'conflict', reason: 'exists', inTheWay: 2 },
		{ reason: 'person' },
	]);
});
