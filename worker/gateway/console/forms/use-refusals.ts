import { useState } from 'preact/hooks';
import { type FieldProblem, withoutProblemsAt } from './problems';

export interface Refusals {
	/** Grows with each attempt, so that the form moves the focus once for each. */
	attempt: number;
	problems: readonly FieldProblem[];
	/** Sentences that belong to no field. */
	sentences: readonly string[];
}

const NONE: Refusals = { attempt: 0, problems: [], sentences: [] };

/** What is wrong with a form since its last attempt. */
export function useRefusals() {
	const [refusals, setRefusals] = useState(NONE);
	return {
		refusals,
		refuse: (problems: readonly FieldProblem[], sentences: readonly string[] = []) =>
			setRefusals(({ attempt }) => ({ attempt: attempt + 1, problems, sentences })),
		/** Somebody changed what stands at a path. */
		forget: (path: string) =>
			setRefusals((before) => ({ ...before, problems: withoutProblemsAt(before.problems, path) })),
		clear: () => setRefusals(({ attempt }) => ({ ...NONE, attempt })),
	};
}
