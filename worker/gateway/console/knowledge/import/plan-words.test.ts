import { STEP_KINDS, type StepKind } from '../../../../../workflows/knowledge-sync/plan';
import { hasChanges, planWords } from './plan-words';

const stepsWith = (some: Partial<Record<StepKind, number>>) =>
	({ ...Object.fromEntries(STEP_KINDS.map((kind) => [kind, 0])), ...some }) as Record<StepKind, number>;

it('says what a plan does, what it adds first', () => {
	expect(planWords(stepsWith({ create: 2, missing: 1, update: 1, conflict: 1, unchanged: 1_200 }))).toBe(
		'3 new, 1 changed, 1 refused, 1,200 rows the same.',
	);
	expect(planWords(stepsWith({}))).toBe('No row can be used.');
});

it.each<[Partial<Record<StepKind, number>>, boolean]>([
	[{ unchanged: 3, kept: 1, conflict: 1 }, false],
	[{ unchanged: 3, update: 1 }, true],
	[{ drifted: 1 }, true],
	[{ forget: 1 }, true],
])('knows of %j whether an apply would do anything: %s', (some, expected) => {
	expect(hasChanges({ steps: stepsWith(some) })).toBe(expected);
});
