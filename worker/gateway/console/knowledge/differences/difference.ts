import type { KnowledgeRow } from '../../../../../workflows/knowledge-sync/contract';
import type { PlanItem, PlanRow } from '../../../../../workflows/knowledge-sync/review-contract';
import { GROUPS } from './step-groups';

/** One item of a plan, as a person reads it. */
export interface Difference {
	key: string;
	type: PlanRow['type'];
	step: PlanRow['step'];
	/** The question, title, address or file name. */
	name: string;
	/** Null: there is none, or it is the same as the other. */
	before: string | null;
	after: string | null;
	/** Why it is not as wanted. Null: nothing speaks against it. */
	reason: string | null;
}

type ResultRow = Pick<KnowledgeRow, 'key' | 'type' | 'step' | 'name' | 'reason'>;

/**
 * What differs of each item. A text that is the same on both sides is shown once.
 * @param changes what a plan changes, as its file has it; null: the file is gone
 * @param rows those of the result, which also say what was refused or stays, and why
 */
export function differencesOf(changes: readonly PlanRow[] | null, rows: readonly ResultRow[]): Difference[] {
	const reasons = new Map(rows.map(({ key, reason }) => [key, inWords(reason)]));
	const changed = (changes ?? []).map(({ key, type, step, before, after }) => ({
		key,
		type,
		step,
		name: (before ?? after)?.name ?? key,
		...sidesOf(before, after),
		reason: reasons.get(key) ?? null,
	}));
	const known = new Set(changed.map(({ key }) => key));
	const others = rows
		.filter(({ key, reason }) => !known.has(key) && (changes === null || reason !== null))
		.map(({ key, type, step, name, reason }) => ({
			key,
			type,
			step,
			name,
			before: null,
			after: null,
			reason: inWords(reason),
		}));
	return [...changed, ...others];
}

function inWords(reason: ResultRow['reason']): string | null {
	if (reason === null) return null;
	const { type, title, detail } = reason;
	// The reason of a step begins with the name of its field.
	return type === 'step' ? `The ${title} ${detail}.` : `${title}: ${detail}`;
}

function sidesOf(before: PlanItem | null, after: PlanItem | null): Pick<Difference, 'before' | 'after'> {
	// A row that does not say whether a pair is enabled leaves it as it is.
	const wanted = after === null ? null : { ...after, enabled: after.enabled ?? before?.enabled ?? null };
	const isRenamed = before !== null && after !== null && before.name !== after.name;
	const [old, new_] = [sideOf(before, isRenamed), sideOf(wanted, isRenamed)];
	return before !== null && old === new_ ? { before: null, after: new_ } : { before: old, after: new_ };
}

function sideOf(item: PlanItem | null, withName: boolean): string | null {
	if (item === null) return null;
	const lines = [withName ? item.name : null, item.text, item.enabled === false ? '(off)' : null];
	const shown = lines.filter((line) => line !== null && line !== '');
	return shown.length === 0 ? null : shown.join('\n');
}

export interface DifferenceGroup {
	title: string;
	differences: Difference[];
}

/** What needs a look first, then what takes something away, then the rest. */
export function inGroups(differences: readonly Difference[]): DifferenceGroup[] {
	return GROUPS.flatMap(({ title, steps }) => {
		const own = differences.filter(({ step }) => steps.includes(step));
		return own.length === 0 ? [] : [{ title, differences: own }];
	});
}
