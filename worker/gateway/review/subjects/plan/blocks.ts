import { visibleText } from '../../../../../api';
import { planInWords } from '../../../../../workflows/knowledge-sync/words';
import {
	type PlanItem,
	type PlanRow,
	type PlanView,
	rowsNotShown,
} from '../../../../../workflows/knowledge-sync/review-contract';
import type { Block, TickRow, TicksBlock } from '../../blocks';

/** The name of the ticks in the form. */
export const KEEP = 'keep';

/** What the plan is about, and what it does in numbers. */
export function planFields({ set, agentId, steps }: PlanView): Block {
	return {
		kind: 'fields',
		fields: [
			{ label: 'Set', value: visibleText(set), isStrong: true },
			{ label: 'Agent', value: agentId },
			{ label: 'Plan', value: planInWords(steps) },
		],
	};
}

/** The rows of the plan, those that need a choice first. */
export function planBlocks(view: PlanView): Block[] {
	const { rows } = view;
	if (rows === null) return [planFields(view), { kind: 'note', text: GONE }];
	const left = rowsNotShown(view);
	return [planFields(view), ...(left === 0 ? [] : [notShown(left, rows.length)]), ...groupsOf(rows)];
}

const GONE =
	'The worker no longer has the rows of this plan: they expire after a time (blobs.keepExportsHours). Reject the plan, and start the sync again.';

function notShown(left: number, shown: number): Block {
	const text = `The page shows ${shown} rows. ${left} more would change, which it only counts.`;
	return { kind: 'note', text, isSoft: true };
}

interface Group extends Pick<TicksBlock, 'title' | 'label'> {
	steps: ReadonlyArray<PlanRow['step']>;
	/** Whether another hand made what it deletes. Default: no */
	isAdopted?: true;
}

const GROUPS: readonly Group[] = [
	{
		title: 'Changed by hand',
		label: 'A person changed them since the last sync. Tick what stays so. Everything else becomes what the set says.',
		steps: ['drifted'],
	},
	{
		title: 'Made by others, to delete',
		label: 'Other people or programs made them, and the set took them over. Tick what stays.',
		steps: ['delete', 'replace'],
		isAdopted: true,
	},
	{ title: 'To delete', label: 'No row of the set wants them any longer. Tick what stays.', steps: ['delete'] },
	{ title: 'To change', label: 'Tick what stays as it is.', steps: ['replace', 'update', 'adopt'] },
	{ title: 'To add', label: 'Tick what is not to be added.', steps: ['missing', 'create'] },
];

function groupsOf(rows: readonly PlanRow[]): Block[] {
	return GROUPS.flatMap(({ steps, isAdopted, title, label }): Block[] => {
		const own = rows.filter((row) => row.isAdopted === isAdopted && steps.includes(row.step));
		return own.length === 0 ? [] : [{ kind: 'ticks', title, label, field: KEEP, rows: own.map(tickRow) }];
	});
}

const TYPES: Readonly<Record<PlanRow['type'], string>> = { qa: 'Q&A pair', text: 'Text', page: 'Page', file: 'File' };

function tickRow(row: PlanRow): TickRow {
	const { key, type, step, before, after } = row;
	const isDeleted = after === null;
	const was = step === 'drifted' && isDeleted ? ', which the set would delete' : '';
	return {
		name: visibleText((before ?? after)?.name ?? key),
		label: `${TYPES[type]}${was}`,
		...textsOf(before, after),
		tick: { label: before === null ? 'Do not add it' : 'Leave it as it is', value: key },
	};
}

/** What differs, each as it is and as it would be. A text that is the same is shown once. */
function textsOf(before: PlanItem | null, after: PlanItem | null): Pick<TickRow, 'before' | 'after'> {
	if (before === null) return { before: null, after: after === null ? null : shown(after, after.name) };
	if (after === null) return { before: shown(before, before.name), after: null };
	const old = shown(before, after.name);
	const wanted = shown({ ...after, enabled: after.enabled ?? before.enabled }, before.name);
	return old === wanted ? { before: null, after: wanted } : { before: old, after: wanted };
}

/** @param otherName a name that is the same needs no second place */
function shown({ name, text, enabled }: PlanItem, otherName: string): string | null {
	const lines = [
		...(name === otherName ? [] : [name]),
		...(text === null ? [] : [text]),
		...(enabled === false ? ['(off)'] : []),
	];
	return lines.length === 0 ? null : visibleText(lines.join('\n'));
}
