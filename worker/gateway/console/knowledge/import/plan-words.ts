import type { KnowledgeSyncResult } from '../../api/types';
import { counted } from '../../words/words';
import { GROUPS } from '../differences/step-groups';

type Steps = KnowledgeSyncResult['steps'];
type StepKind = keyof Steps;

/** What a plan does, in one sentence: `3 new, 1 changed, 26 the same.` */
export function planWords(steps: Steps): string {
	const parts = GROUPS.flatMap(({ steps: kinds, words }) => {
		const sum = sumOf(steps, kinds);
		return sum === 0 ? [] : [`${sum.toLocaleString('en')} ${words}`];
	});
	const same = steps.unchanged === 0 ? [] : [`${counted(steps.unchanged, 'row')} the same`];
	return `${[...parts.toReversed(), ...same].join(', ') || 'No row can be used'}.`;
}

/** Whether an apply would do anything: what is refused or stays is as it is. */
export function hasChanges({ steps }: Pick<KnowledgeSyncResult, 'steps'>): boolean {
	const { unchanged: _unchanged, kept: _kept, conflict: _conflict, ...others } = steps;
	return Object.values(others).some((count) => count > 0);
}

export function sumOf(steps: Steps, kinds: readonly StepKind[]): number {
	return kinds.reduce((sum, kind) => sum + steps[kind], 0);
}

/** What an apply did that did all it should. */
export function doneWords({ counts, steps }: Pick<KnowledgeSyncResult, 'counts' | 'steps'>): string {
	return `${counted(counts.done + counts.saved_not_indexed, 'row')} brought into step, ${steps.unchanged.toLocaleString('en')} the same.`;
}
