import type { OwnedItem, ShownItem } from '../../../workflows/knowledge-sync/plan';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import { ItemIndex, placeOf } from './item-index';

/** An item that a set can have a row of. */
export interface Adoptable {
	item: ShownItem;
	/** The one that the set has for it, or a new one. */
	key: string;
}

/** An item that gets no row. */
export interface NotAdoptable {
	item: ShownItem;
	/** The end of a sentence that begins with the item. */
	reason: string;
}

export interface AdoptableItems {
	/** By their places. */
	adoptable: Map<string, Adoptable>;
	refused: NotAdoptable[];
	/** How many items other sets own. */
	ofOthers: number;
}

/**
 * Which items of an agent a set can have rows of: what it owns, with the same keys, and what nobody owns. Of several of
 * one name it is the set's own, or the oldest.
 */
export function adoptableItems(
	shown: readonly ShownItem[],
	owned: readonly OwnedItem[],
	ofOtherSets: readonly OwnedItem[],
): AdoptableItems {
	const index = new ItemIndex(shown, owned, ofOtherSets);
	const ownKeys = new Map(
		owned.flatMap((each): Array<[string, string]> => {
			const now = index.ownedBy(each);
			return now === 'several' || now.item === null ? [] : [[placeOf(now.item), each.key]];
		}),
	);
	const keys = new Set(owned.map(({ key }) => key));
	const names = new Set<string>();
	const found: AdoptableItems = { adoptable: new Map(), refused: [], ofOthers: 0 };
	const isOwn = (item: ShownItem) => ownKeys.has(placeOf(item));
	const inOrder = shown.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || one.id - other.id);
	for (const item of inOrder) {
		const ofOther = index.isOfOther(item);
		if (ofOther) found.ofOthers += 1;
		if (ofOther) continue;
		const name = itemKey(item.type, item.name);
		const reason = whyNot(item) ?? (isOwn(item) ? null : doubleOf(item, names.has(name), index));
		if (reason === null || isOwn(item)) names.add(name);
		if (reason === null) {
			const key = ownKeys.get(placeOf(item)) ?? newKey(item, keys);
			keys.add(key);
			found.adoptable.set(placeOf(item), { item, key });
		} else found.refused.push({ item, reason });
	}
	return found;
}

function whyNot({ type, isMedia, isFailed }: ShownItem): string | null {
	if (isMedia) return 'has images or video, which only the dashboard can change';
	if (type === 'file') return 'is a file, whose content the service does not give back';
	return isFailed ? 'could not be read by the service. Correct it or delete it by hand' : null;
}

function doubleOf(item: ShownItem, isSeen: boolean, index: ItemIndex): string | null {
	if (isSeen) return 'is a double: the agent has another one of this name. Delete one of them by hand';
	const isOfOther = index.inTheWayOf(item)?.reason === 'other_set';
	return isOfOther ? 'has the name of an item of another set' : null;
}

/** Short, and without words of the item, so that it stays when the item is renamed. */
function newKey({ type, id }: ShownItem, taken: ReadonlySet<string>): string {
	const key = `${type}-${id}`;
	for (let nth = 1; ; nth += 1) {
		const candidate = nth === 1 ? key : `${key}-${nth}`;
		if (!taken.has(candidate)) return candidate;
	}
}
