import type { OwnedItem, ShownItem, Step } from '../../../workflows/knowledge-sync/plan';
import { digestOfParts } from './content-digest';
import type { PlannedRow, PlanPolicy } from './make-plan';

/** More deletions than both of these wait for a person. */
const DELETIONS_SHARE = 0.2;
const DELETIONS = 10;

/** Why a plan waits for a person. */
export type Guard =
	| { kind: 'deletions'; deletions: number; owned: number }
	/** People changed so many items. */
	| { kind: 'drift'; drifted: number }
	/** Another hand made so many of what it would delete. */
	| { kind: 'adopted'; adopted: number };

/** What of a plan a person decides on before anything is sent; empty if nothing. */
export function guardsOf(steps: readonly Step[], owned: readonly OwnedItem[]): Guard[] {
	const deletions = steps.filter(({ kind }) => kind === 'delete').length;
	const drifted = steps.filter(({ kind, asks }) => asks && kind === 'drifted').length;
	const adopted = steps.filter(({ reason, asks }) => asks && reason === 'adopted').length;
	const isLarge = deletions > DELETIONS && deletions > owned.length * DELETIONS_SHARE;
	return [
		...(isLarge ? [{ kind: 'deletions' as const, deletions, owned: owned.length }] : []),
		...(drifted > 0 ? [{ kind: 'drift' as const, drifted }] : []),
		...(adopted > 0 ? [{ kind: 'adopted' as const, adopted }] : []),
	];
}

/** The words of a guard. */
export function guardInWords(guard: Guard): string {
	switch (guard.kind) {
		case 'deletions':
			return `The plan deletes ${guard.deletions} of the ${guard.owned} items of the set. Check that the set is complete.`;
		case 'drift':
			return guard.drifted === 1
				? 'A person changed 1 item of the set since its last sync. Decide whether it stays so.'
				: `People changed ${guard.drifted} items of the set since its last sync. Decide which of them stay so.`;
		case 'adopted':
			return guard.adopted === 1
				? 'The plan deletes 1 item that the set took over: another person or program made it. Decide whether it stays.'
				: `The plan deletes ${guard.adopted} items that the set took over: other people or programs made them. Decide which of them stay.`;
	}
}

/** Why nothing of a set is sent; null: nothing speaks against it. */
export function refusalOf(
	rows: readonly PlannedRow[],
	faultyRows: number,
	{ mode, emptyOnPurpose }: Pick<PlanPolicy, 'mode'> & { emptyOnPurpose: boolean },
): { field: string; message: string } | null {
	if (rows.length > 0 || (mode !== 'add' && emptyOnPurpose && faultyRows === 0)) return null;
	if (faultyRows > 0)
		return { field: 'rows', message: `has no row that can be read; ${faultyRows} were refused. Correct these rows` };
	if (mode === 'add') return { field: 'rows', message: 'is empty; name at least one row' };
	return {
		field: 'rows',
		message: 'is empty, which would delete all items of the set; send emptyOnPurpose to delete them',
	};
}

/**
 * The digest of what a plan does, which an apply can be bound to. What stays as it is does not count, nor does the order
 * of the rows. Of what a person decides on, what the service shows counts too: who approved one text did not see a later one.
 */
export function planHash(
	set: string,
	agentId: string,
	steps: readonly Step[],
	rows: readonly PlannedRow[],
	shown: readonly ShownItem[],
): string {
	const byId = new Map(shown.map((item) => [`${item.type} ${item.id}`, item]));
	const parts = steps.flatMap((step) => {
		const row = step.row === null ? null : rows[step.row];
		if (step.kind === 'unchanged' && step.replaced.length === 0 && step.formerKey === null) return [];
		const { kind, key, type, id, replaced, formerKey, changes, reason, asks } = step;
		const wanted = row === null || row === undefined ? null : [row.name, row.body, row.enabled ?? null];
		const item = asks ? byId.get(`${type} ${id}`) : undefined;
		const seen = item === undefined ? null : [item.name, item.body, item.enabled];
		return [JSON.stringify([key, kind, type, id, replaced, formerKey, changes, reason, asks, wanted, seen])];
	});
	return digestOfParts([set, agentId, ...parts.sort()]);
}
