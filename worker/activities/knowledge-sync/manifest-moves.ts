import { ADDS, type OwnedItem, type Step } from '../../../workflows/knowledge-sync/plan';
import { digestOfShown } from './content-digest';
import type { PlannedRow } from './make-plan';

/** What the service has confirmed of a step. */
export interface Confirmation {
	/** The item that stands for the row now. Null: there is none, or it is as before. */
	id: number | null;
	/** As the service showed it afterwards; null if it did not. */
	shown: { name: string; body: string } | null;
	/** Items that are deleted by now. */
	deleted: readonly number[];
	/** ISO 8601 UTC. */
	at: string;
}

/**
 * What a set owns when the step begins: an addition is noted first, so that a lost one is found by its name. One that was
 * found is the set's from here on, and so is one that it adopts, as it is now: no other set may adopt it meanwhile.
 * @param shown what the service shows of the step's item
 */
export function begun(
	owned: OwnedItem | undefined,
	step: Step,
	row: PlannedRow | null,
	shown: Confirmation['shown'],
): OwnedItem | undefined {
	const found = owned === undefined ? undefined : withFound(owned, step);
	if (row !== null && step.kind === 'adopt') {
		const { name, body } = shown ?? { name: step.name, body: '' };
		const { id, replaced } = step;
		return {
			...newlyOwned({ ...row, name, body }),
			id,
			replaced,
			shown: shownDigest(shown),
			isAdopted: true,
			isAdopting: true,
		};
	}
	if (row === null || step.asks || !ADDS.has(step.kind)) return found;
	const { name, body } = row;
	const before = found?.type === row.type ? found : newlyOwned(row);
	return { ...before, key: step.key, begun: { name, body } };
}

function withFound(owned: OwnedItem, { id }: Step): OwnedItem {
	if (owned.begun === null || id === null || id === owned.id) return owned;
	const { name, body } = owned.begun;
	const replaced = owned.id === null ? owned.replaced : [owned.id, ...owned.replaced];
	const { isAdopted: _wasAdopted, ...ofSet } = owned;
	return { ...ofSet, id, name, body, enabled: null, shown: null, begun: null, replaced };
}

function newlyOwned({ key, type, name, body }: PlannedRow): OwnedItem {
	return { key, type, id: null, name, body, enabled: null, shown: null, begun: null, replaced: [], at: '' };
}

/** What a set owns after the step; null: nothing under this key. */
export function confirmed(
	owned: OwnedItem | undefined,
	step: Step,
	row: PlannedRow | null,
	confirmation: Confirmation,
): OwnedItem | null {
	const { id, shown, deleted, at } = confirmation;
	const replaced = step.replaced.filter((each) => !deleted.includes(each));
	if (step.kind === 'forget') return null;
	if (step.kind === 'delete') {
		if (replaced.length === 0 || owned === undefined) return null;
		return deleted.includes(step.id ?? -1) ? { ...owned, id: null, begun: null, replaced } : { ...owned, replaced };
	}
	if (row === null) return owned ?? null;
	const { key, type, name, body, enabled = null } = row;
	// It is as it was seen when the plan was made.
	if (step.kind === 'unchanged' && owned?.begun === null && owned.id === id)
		return { ...owned, key, name, body, enabled, replaced, shown: shownDigest(shown) ?? owned.shown };
	const isAdopted = step.kind === 'adopt' || (owned?.isAdopted === true && owned.id === id);
	return {
		key,
		type,
		id,
		name,
		// What a file says that the set took over is not known.
		body: step.reason === 'unread' ? '' : body,
		enabled,
		shown: shownDigest(shown),
		begun: null,
		replaced,
		...(isAdopted ? { isAdopted } : {}),
		at,
	};
}

/**
 * What a set owns after a refused step: what people add later under the name of a refused addition is theirs, and so is
 * what it could not adopt.
 */
export function refused(owned: OwnedItem | undefined, { kind }: Step): OwnedItem | null {
	if (owned === undefined) return null;
	if (kind === 'adopt') return withoutAdoption({ ...owned, isAdopting: true });
	if (!ADDS.has(kind)) return owned;
	return owned.id === null && owned.replaced.length === 0 ? null : { ...owned, begun: null };
}

/** What a set owns if it has not come to take over an item: null, or what is still to be deleted in its place. */
export function withoutAdoption({ isAdopting, ...owned }: OwnedItem): OwnedItem | null {
	if (isAdopting !== true) return owned;
	return owned.replaced.length === 0 ? null : { ...owned, id: null };
}

function shownDigest(shown: Confirmation['shown']): string | null {
	return shown === null ? null : digestOfShown(shown.name, shown.body);
}
