import type { KnowledgeSyncInput } from '../../../workflows/knowledge-sync/contract';
import {
	hasContent,
	type ItemType,
	type OwnedItem,
	type ShownItem,
	type Step,
	type StepReason,
} from '../../../workflows/knowledge-sync/plan';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import { digestOfShown, isSameText } from './content-digest';
import { ItemIndex } from './item-index';

/** A wanted row without its content. */
export interface PlannedRow {
	key: string;
	type: ItemType;
	name: string;
	/** Digest of the content. Of a page, whose content the service fetches, always the same. */
	body: string;
	/** Undefined: it stays as it is. */
	enabled?: boolean | undefined;
	/** The item that the row was made of (`fromAgent`). */
	item?: number | undefined;
}

export interface PlanPolicy {
	/** `mirror`: what the set no longer has is removed, and a person decides on what it took over. `own`: that stays. */
	mode: KnowledgeSyncInput['mode'];
	/** What to do with items that a person changed. */
	drift: 'overwrite' | 'keep' | 'ask';
	/** What to do if people added an item of the same name. */
	existing: 'refuse' | 'adopt';
}

export interface PlanSources {
	rows: readonly PlannedRow[];
	/** What the set owns. */
	owned: readonly OwnedItem[];
	/** All that the agent has, read whole. */
	shown: readonly ShownItem[];
	/** What the other sets of the agent own. */
	ofOtherSets: readonly OwnedItem[];
	/** Rows that could not be read: keys that stand in them, and how many have none. */
	faulty: { keys: ReadonlySet<string>; withoutKey: number };
	policy: PlanPolicy;
}

/**
 * The steps from what the service shows to what a set wants: in the order of the rows, then for what no row wants. They
 * touch only what the set owns or was told to adopt.
 */
export function makePlan(sources: PlanSources): Step[] {
	const { rows, owned, shown, ofOtherSets, policy } = sources;
	const items = new ItemIndex(shown, owned, ofOtherSets);
	const byKey = byKeys(owned);
	const wantedKeys = new Set(rows.map(({ key }) => key));
	const left = new Set(owned.filter(({ key }) => !wantedKeys.has(key)));
	const leftByName = new Map([...left].map((item) => [itemKey(item.type, item.name), item]));

	const steps = rows.map((row, index): Step => {
		// Its row may have got another key: then no row has the old one, and the name is the same.
		const before = byKey.get(row.key) ?? leftByName.get(itemKey(row.type, row.name));
		const step = { ...stepOfRow(row, before, items, policy), row: index };
		if (before === undefined || before.key === row.key) return step;
		left.delete(before);
		return { ...step, formerKey: before.key };
	});
	const unwanted = [...left].map((item) => stepOfUnwanted(item, items, sources));
	return withoutDoubles([...steps, ...unwanted], items, byKey);
}

const byKeys = (owned: readonly OwnedItem[]) => new Map(owned.map((item) => [item.key, item]));

/** Steps that a person has decided on: what stays may keep a name that another step would give to a second item. */
export function withoutDoublesOf(
	steps: readonly Step[],
	{ owned, shown, ofOtherSets }: Pick<PlanSources, 'owned' | 'shown' | 'ofOtherSets'>,
): Step[] {
	return withoutDoubles(steps, new ItemIndex(shown, owned, ofOtherSets), byKeys(owned));
}

/** The steps that leave an item of the set under the name that it has now. */
const LEAVES_NAME: ReadonlySet<Step['kind']> = new Set(['drifted', 'kept', 'conflict']);
const GIVES_NAME: ReadonlySet<Step['kind']> = new Set(['create', 'missing', 'update', 'adopt', 'replace']);

/** Refuses steps that would give a second item the name of one that stays. Each refusal may leave a further name. */
function withoutDoubles(steps: readonly Step[], items: ItemIndex, byKey: ReadonlyMap<string, OwnedItem>): Step[] {
	const current = [...steps];
	for (let isStable = false; !isStable;) {
		const stays = new Map<string, number>();
		for (const { kind, type: wantedType, id, key, reason } of current) {
			const type = reason === 'type_changed' ? (byKey.get(key)?.type ?? wantedType) : wantedType;
			const name = LEAVES_NAME.has(kind) && id !== null ? items.nameAt(type, id) : null;
			if (name !== null && id !== null) stays.set(itemKey(type, name), id);
		}
		isStable = true;
		for (const [index, step] of current.entries()) {
			const id = GIVES_NAME.has(step.kind) ? stays.get(itemKey(step.type, step.name)) : undefined;
			if (id === undefined || id === step.id) continue;
			current[index] = { ...step, kind: 'conflict', reason: 'exists', replaced: [], changes: [], inTheWay: id };
			isStable = false;
		}
	}
	return current;
}

function stepOfRow(row: PlannedRow, before: OwnedItem | undefined, items: ItemIndex, policy: PlanPolicy): Step {
	if (before === undefined) return stepOfNew(row, items, policy, 'create', []);
	const found = items.ownedBy(before);
	if (found === 'several') return conflict(row, 'perhaps_doubled', before.id);
	const { item, replaced } = found;
	if (before.type !== row.type) {
		const isThere = item !== null || replaced.length > 0;
		return isThere ? conflict(row, 'type_changed', item?.id ?? null) : stepOfNew(row, items, policy, 'create', []);
	}
	if (item === null) return stepOfNew(row, items, policy, before.id === null ? 'create' : 'missing', replaced);

	const step = { ...stepFor(row), id: item.id, replaced, changes: changesOf(row, found.confirmed, item) };
	if (item.isMedia && step.changes.length > 0) return conflict(row, 'media', item.id);
	if (step.changes.includes('name')) {
		const inTheWay = items.inTheWayOf(row);
		if (inTheWay !== null) return conflict(row, inTheWay.reason, item.id, inTheWay.id);
	}
	if (item.isFailed)
		return hasContent(row.type)
			? { ...step, kind: 'update', changes: ['content'], reason: 'failed' }
			: replacedIfOwn(replace(step, 'failed'), before, policy);
	if (step.changes.length === 0) return step;
	if (!hasContent(row.type)) return replacedIfOwn(replace(step, null), before, policy);
	if (!isDrifted(found.confirmed, item, row))
		return isWantedAsBefore(row, found.confirmed) ? unchanged(step) : { ...step, kind: 'update' };
	if (policy.drift === 'overwrite') return { ...step, kind: 'update', reason: 'drift' };
	return { ...step, kind: 'drifted', reason: 'drift', asks: policy.drift === 'ask' };
}

/** No item of the set stands for the row. */
function stepOfNew(
	row: PlannedRow,
	items: ItemIndex,
	policy: PlanPolicy,
	kind: 'create' | 'missing',
	replaced: number[],
): Step {
	const inTheWay = items.inTheWayOf(row);
	if (inTheWay === null) return { ...stepFor(row), kind, replaced, changes: row.enabled === false ? ['enabled'] : [] };
	const { reason, id, adoptable } = inTheWay;
	if (policy.existing !== 'adopt' || adoptable === null) return conflict(row, reason, null, id);
	const adopted: Step = { ...stepFor(row), kind: 'adopt', id, replaced };
	// What a file says cannot be read. A later sync replaces it, as far as a person approves.
	if (row.type === 'file') return { ...adopted, reason: 'unread' };
	return { ...adopted, changes: changesOf(row, null, adoptable) };
}

/** What another hand made is not deleted unasked. Of a page that failed nothing is lost: its address is added again. */
function replacedIfOwn(step: Step, before: OwnedItem, { mode }: PlanPolicy): Step {
	if (before.isAdopted !== true || step.changes.length === 0) return step;
	if (mode === 'mirror') return { ...step, reason: 'adopted', asks: true };
	return { ...step, kind: 'conflict', reason: 'adopted', replaced: [], changes: [] };
}

function stepOfUnwanted(owned: OwnedItem, items: ItemIndex, { policy, faulty }: PlanSources): Step {
	const step: Step = { ...stepFor(owned), id: owned.id };
	const found = items.ownedBy(owned);
	if (found === 'several') return { ...step, kind: 'kept', reason: 'perhaps_doubled' };
	const { item, replaced } = found;
	const all = item === null ? replaced : [item.id, ...replaced];
	if (all.length === 0) return { ...step, kind: 'forget' };
	const named = { ...step, id: item?.id ?? null };
	if (policy.mode === 'add') return { ...named, kind: 'kept', reason: 'mode_add' };
	if (faulty.withoutKey > 0 || faulty.keys.has(owned.key)) return { ...named, kind: 'kept', reason: 'faulty_rows' };
	const isOfOthers = owned.isAdopted === true && item !== null;
	if (isOfOthers && policy.mode === 'own') return { ...named, kind: 'kept', reason: 'adopted' };
	if (item?.isMedia === true) return { ...named, kind: 'kept', reason: 'media' };
	const drifted = item !== null && hasContent(owned.type) && isDrifted(found.confirmed, item, {});
	if (drifted && policy.drift !== 'overwrite')
		return { ...named, kind: 'drifted', reason: 'drift', asks: policy.drift === 'ask', replaced: all };
	if (isOfOthers) return { ...named, kind: 'delete', replaced: all, reason: 'adopted', asks: true };
	return { ...named, kind: 'delete', replaced: all, reason: drifted ? 'drift' : null };
}

function stepFor({ key, type, name }: Pick<PlannedRow, 'key' | 'type' | 'name'>): Step {
	return {
		kind: 'unchanged',
		key,
		type,
		name,
		row: null,
		id: null,
		inTheWay: null,
		replaced: [],
		formerKey: null,
		changes: [],
		reason: null,
		asks: false,
	};
}

function conflict(row: PlannedRow, reason: StepReason, id: number | null, inTheWay: number | null = null): Step {
	return { ...stepFor(row), kind: 'conflict', reason, id, inTheWay };
}

function unchanged(step: Step): Step {
	return { ...step, changes: [] };
}

/** The new one is added first, so that the agent is never without it. */
function replace(step: Step, reason: StepReason | null): Step {
	const replaced = step.id === null ? step.replaced : [step.id, ...step.replaced];
	return { ...step, kind: 'replace', replaced, reason };
}

/** What of an item differs from the row. @param confirmed as the set knows it; null: the set has never seen it */
function changesOf(row: PlannedRow, confirmed: OwnedItem | null, item: ShownItem): Step['changes'] {
	const changes: Step['changes'] = [];
	if (!hasContent(row.type)) {
		const isNamed = confirmed === null || itemKey(row.type, confirmed.name) === itemKey(row.type, row.name);
		if (!isNamed) changes.push('name');
		if (confirmed !== null && confirmed.body !== row.body) changes.push('content');
		return changes;
	}
	if (!isSameText(item.name, row.name)) changes.push('name');
	const body = item.body ?? confirmed?.body ?? null;
	if (body !== row.body) changes.push('content');
	if (row.enabled !== undefined && item.enabled !== row.enabled) changes.push('enabled');
	return changes;
}

/** Whether a person changed it since it was confirmed. What cannot be read now has not changed for all that is known. */
function isDrifted(confirmed: OwnedItem, item: ShownItem, { enabled }: Pick<PlannedRow, 'enabled'>): boolean {
	if (enabled !== undefined && confirmed.enabled !== null && item.enabled !== confirmed.enabled) return true;
	if (item.body === null) return false;
	if (digestOfShown(item.name, item.body) === confirmed.shown) return false;
	return !isSameText(item.name, confirmed.name) || item.body !== confirmed.body;
}

function isWantedAsBefore(row: PlannedRow, confirmed: OwnedItem): boolean {
	const isSame = isSameText(row.name, confirmed.name) && row.body === confirmed.body;
	return isSame && (row.enabled === undefined || row.enabled === confirmed.enabled);
}
