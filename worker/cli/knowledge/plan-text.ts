import type { KnowledgeRow, KnowledgeSyncResult } from '../../../workflows/knowledge-sync/contract';
import { countsInWords, planInWords } from '../../../workflows/knowledge-sync/words';

/** What each step does to the agent, as a mark in front of its line. */
const MARKS: Readonly<Record<KnowledgeRow['step'], string>> = {
	create: '+',
	missing: '+',
	update: '~',
	replace: '~',
	adopt: '~',
	delete: '-',
	forget: ' ',
	unchanged: ' ',
	drifted: '?',
	kept: ' ',
	conflict: '!',
};

/** Whether a plan would send anything, or leaves something to a person. */
export function hasChanges({ steps }: Pick<KnowledgeSyncResult, 'steps'>): boolean {
	const { unchanged: _unchanged, forget: _forget, kept: _kept, ...others } = steps;
	return Object.values(others).some((count) => count > 0);
}

/** A plan, or how it was applied, a line for each step that does something. */
export function differenceText(title: string, result: KnowledgeSyncResult): string {
	const { outcome, rows, rowsNotShown, steps, counts, planHash } = result;
	const lines = rows.filter(({ step }) => MARKS[step] !== ' ').map(lineOf);
	const more = rowsNotShown === 0 ? [] : [`  ... and ${rowsNotShown} more`];
	const sum = outcome === 'applied' ? countsInWords(counts) : planInWords(steps);
	const hash = outcome === 'planned' && hasChanges(result) ? [`  Plan ${planHash}`] : [];
	return [`${title}: ${sum}`, ...lines, ...more, ...hash].join('\n');
}

function lineOf({ step, type, name, reason }: KnowledgeRow): string {
	const why = reason === null ? '' : ` (${reason.title} ${reason.detail})`;
	return `  ${MARKS[step]} ${type} ${JSON.stringify(name)}${why}`;
}
