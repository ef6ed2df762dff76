import type { KnowledgeSyncResult, PlanFile } from '../../api/types';
import type { StepKind } from './plan-words';

/** What a plan does with one row, as it is shown. */
export interface PlannedRow {
	key: string;
	step: StepKind;
	name: string;
	/** As it is, and as it will be; null: nothing to show. */
	before: string | null;
	after: string | null;
	/** Why it is not done; null: nothing speaks against it. */
	why: string | null;
}

type Shown = PlanFile['rows'][number];
type Item = NonNullable<Shown['before']>;

/** The rows of the file, and those of the result that the file does not have, such as refused ones. */
export function rowsOf({ rows }: KnowledgeSyncResult, file: PlanFile | null): PlannedRow[] {
	const reasons = new Map(rows.map(({ key, reason }) => [key, reason]));
	const inFile = (file?.rows ?? []).map((row) => ({
		key: row.key,
		step: row.step,
		name: (row.before ?? row.after)?.name ?? row.key,
		...textsOf(row),
		why: sentenceOf(reasons.get(row.key) ?? null),
	}));
	const known = new Set(inFile.map(({ key }) => key));
	const others = rows
		.filter(({ key }) => !known.has(key))
		.map(({ key, step, name, reason }) => ({ key, step, name, before: null, after: null, why: sentenceOf(reason) }));
	return [...inFile, ...others];
}

function sentenceOf(reason: KnowledgeSyncResult['rows'][number]['reason']): string | null {
	if (reason === null) return null;
	const { type, title, detail } = reason;
	// The reason of a step begins with the name of its field.
	return type === 'step' ? `The ${title} ${detail}.` : `${title}: ${detail}`;
}

/** What differs, each as it is and as it will be. A text that is the same is shown once. */
function textsOf({ before, after }: Pick<Shown, 'before' | 'after'>): Pick<PlannedRow, 'before' | 'after'> {
	if (before === null) return { before: null, after: after === null ? null : textOf(after, after.name) };
	if (after === null) return { before: textOf(before, before.name), after: null };
	const old = textOf(before, after.name);
	const wanted = textOf({ ...after, enabled: after.enabled ?? before.enabled }, before.name);
	return old === wanted ? { before: null, after: wanted } : { before: old, after: wanted };
}

/** @param otherName a name that is the same needs no second place */
function textOf({ name, text, enabled }: Item, otherName: string): string | null {
	const lines = [
		...(name === otherName ? [] : [name]),
		...(text === null ? [] : [text]),
		...(enabled === false ? ['(not used)'] : []),
	];
	return lines.length === 0 ? null : lines.join('\n');
}
