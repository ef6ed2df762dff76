import { inWords } from '../task/export-words';
import type { KnowledgeOutcome } from './contract';
import type { StepKind } from './plan';

/** Sentences about plans and results. Programs outside workflows use them too. */

/** The words of each kind of step, in the order in which a person reads them. */
const CHANGES: ReadonlyArray<[kinds: StepKind[], words: string]> = [
	[['create', 'missing'], 'to add'],
	[['adopt'], 'to take over'],
	[['update', 'replace'], 'to change'],
	[['delete'], 'to delete'],
	[['drifted'], 'changed by hand'],
	[['conflict'], 'refused'],
	[['unchanged'], 'unchanged'],
];

/** What a plan does, in one sentence. */
export function planInWords(steps: Readonly<Record<StepKind, number>>): string {
	const parts = CHANGES.flatMap(([kinds, words]) => {
		const sum = kinds.reduce((total, kind) => total + steps[kind], 0);
		return sum === 0 ? [] : [`${inWords(sum)} ${words}`];
	});
	return parts.length === 0 ? 'Nothing to do.' : `${parts.join(', ')}.`;
}

/** How the steps of a plan ended, in one sentence. */
export function countsInWords(counts: Readonly<Record<KnowledgeOutcome, number>>): string {
	const parts = (
		[
			[counts.done, 'brought into step'],
			[counts.saved_not_indexed, 'saved, but not indexed yet'],
			[counts.unproven, 'that no search shows'],
			[counts.failed, 'that the service could not read'],
			[counts.refused, 'refused'],
			[counts.stays, 'left as they are'],
			[counts.waits, 'waiting for a person'],
			[counts.needs_person, 'to be checked by a person'],
			[counts.not_started, 'not started'],
		] as const
	).flatMap(([count, words]) => (count === 0 ? [] : [`${inWords(count)} ${words}`]));
	return parts.length === 0 ? 'All is in step.' : `${parts.join(', ')}.`;
}
