import type { PlanRow } from '../../../../../workflows/knowledge-sync/review-contract';

/** The kinds of steps as a person reads them, those that need a look first. */
export const GROUPS: ReadonlyArray<{ title: string; steps: ReadonlyArray<PlanRow['step']>; words: string }> = [
	{ title: 'Refused', steps: ['conflict'], words: 'refused' },
	{ title: 'Changed by hand', steps: ['drifted'], words: 'changed by hand' },
	{ title: 'To delete', steps: ['delete'], words: 'to delete' },
	{ title: 'Changed', steps: ['update', 'replace', 'adopt'], words: 'changed' },
	{ title: 'New', steps: ['create', 'missing'], words: 'new' },
	{ title: 'Stays, although no row wants it', steps: ['kept'], words: 'without a row, which stay' },
];
