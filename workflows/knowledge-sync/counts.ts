import type { KnowledgeOutcome } from './contract';
import { STEP_KINDS, type StepKind } from './plan';

/** Whether an item is as the set wants it, or may differ. An outcome without an answer does not compile. */
export const AS_WANTED: Readonly<Record<KnowledgeOutcome, boolean>> = {
	planned: true,
	done: true,
	saved_not_indexed: true,
	stays: true,
	unproven: false,
	failed: false,
	refused: false,
	waits: false,
	needs_person: false,
	not_started: false,
};

/** How many of the rows have each outcome. */
export function countOutcomes(rows: ReadonlyArray<{ outcome: KnowledgeOutcome }>): Record<KnowledgeOutcome, number> {
	return counted(
		Object.keys(AS_WANTED) as KnowledgeOutcome[],
		rows.map(({ outcome }) => outcome),
	);
}

/** How many of the steps are of each kind. */
export function countSteps(steps: ReadonlyArray<{ kind: StepKind }>): Record<StepKind, number> {
	return counted(
		STEP_KINDS,
		steps.map(({ kind }) => kind),
	);
}

function counted<Name extends string>(names: readonly Name[], found: readonly Name[]): Record<Name, number> {
	const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
	for (const name of found) counts[name] += 1;
	return counts;
}
