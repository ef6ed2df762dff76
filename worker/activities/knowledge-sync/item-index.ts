import type { ItemType, OwnedItem, ShownItem, StepReason } from '../../../workflows/knowledge-sync/plan';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';

interface Named {
	type: ItemType;
	name: string;
}

/** What the service has of an owned item. */
export interface OwnedNow {
	/** Null: it is not there. */
	item: ShownItem | null;
	/** What the set knows of that item. */
	confirmed: OwnedItem;
	/** Items that it has replaced, and that are still there. */
	replaced: number[];
}

export interface InTheWay {
	reason: StepReason;
	/** Null: another set is about to add it. */
	id: number | null;
	/** What the set may adopt; null: nothing. */
	adoptable: ShownItem | null;
}

/** The items of an agent by id and by name, and who owns them. */
export class ItemIndex {
	readonly #byId = new Map<string, ShownItem>();
	readonly #byName = new Map<string, ShownItem[]>();
	readonly #owned: Set<string>;
	readonly #now = new Map<OwnedItem, OwnedNow | 'several'>();
	readonly #ofOthers: ReadonlySet<string>;
	/** Names that other sets are about to add, and of their items that the service did not show: newer ones, or deleted ones. */
	readonly #claimedByOthers: ReadonlySet<string>;

	constructor(shown: readonly ShownItem[], owned: readonly OwnedItem[], ofOtherSets: readonly OwnedItem[]) {
		for (const item of shown) {
			this.#byId.set(placeOf(item), item);
			const name = nameOf(item);
			this.#byName.set(name, [...(this.#byName.get(name) ?? []), item]);
		}
		this.#owned = new Set(owned.flatMap(idsOf));
		this.#ofOthers = new Set(ofOtherSets.flatMap(idsOf));
		this.#claimedByOthers = new Set(
			ofOtherSets.flatMap(({ type, id, name, begun }) => [
				...(begun === null ? [] : [nameOf({ type, name: begun.name })]),
				...(id === null || this.#byId.has(placeOf({ type, id })) ? [] : [nameOf({ type, name })]),
			]),
		);
		for (const each of owned) {
			const now = this.#find(each);
			this.#now.set(each, now);
			if (now !== 'several' && now.item !== null) this.#owned.add(placeOf(now.item));
		}
	}

	/** What the service has of an owned item. */
	ownedBy(owned: OwnedItem): OwnedNow | 'several' {
		return this.#now.get(owned) ?? this.#find(owned);
	}

	/** Whether another set owns it. */
	isOfOther(item: ShownItem): boolean {
		return this.#ofOthers.has(placeOf(item));
	}

	/** The name of an item as the service shows it. */
	nameAt(type: ItemType, id: number): string | null {
		return this.#byId.get(placeOf({ type, id }))?.name ?? null;
	}

	/**
	 * If the outcome of an addition is not known, an item of its name and content that nobody owns comes from it. With
	 * another content it is a person's.
	 */
	#find(owned: OwnedItem): OwnedNow | 'several' {
		const { type, id, begun } = owned;
		const item = id === null ? null : (this.#byId.get(placeOf({ type, id })) ?? null);
		const replaced = owned.replaced.filter((each) => this.#byId.has(placeOf({ type, id: each })));
		if (begun === null) return { item, confirmed: owned, replaced };
		const fresh = this.#named({ type, name: begun.name }).filter(
			(each) => !this.#isOwned(each) && !each.isMedia && (each.body === null || each.body === begun.body),
		);
		const [first] = fresh;
		if (first === undefined) return { item, confirmed: owned, replaced };
		if (fresh.length > 1) return 'several';
		const confirmed = { ...owned, id: first.id, name: begun.name, body: begun.body, enabled: null, shown: null };
		return { item: first, confirmed, replaced: item === null ? replaced : [item.id, ...replaced] };
	}

	/**
	 * What keeps a row from an item of its name, because the set does not own it.
	 * @param row with the id of the item that it was made of, if it was
	 */
	inTheWayOf(row: Named & { item?: number | undefined }): InTheWay | null {
		const foreign = this.#named(row).filter((item) => !this.#owned.has(placeOf(item)));
		const [first] = foreign;
		const id = first?.id ?? null;
		if (this.#claimedByOthers.has(nameOf(row))) return { reason: 'other_set', id, adoptable: null };
		if (first === undefined) return null;
		const ofOther = foreign.find((item) => this.isOfOther(item));
		if (ofOther !== undefined) return { reason: 'other_set', id: ofOther.id, adoptable: null };
		const own = row.item === undefined ? undefined : foreign.find((each) => each.id === row.item);
		if (own !== undefined && !own.isMedia) return { reason: 'exists', id: own.id, adoptable: own };
		if (foreign.length > 1) return { reason: 'exists_twice', id, adoptable: null };
		if (first.isMedia) return { reason: 'media', id, adoptable: null };
		return { reason: 'exists', id, adoptable: first };
	}

	#named(row: Named): ShownItem[] {
		return this.#byName.get(nameOf(row)) ?? [];
	}

	#isOwned({ type, id }: ShownItem): boolean {
		return this.#owned.has(placeOf({ type, id })) || this.#ofOthers.has(placeOf({ type, id }));
	}
}

/** What an item is known by at an agent: pairs and sources count their ids apart. */
export function placeOf({ type, id }: { type: ItemType; id: number }): string {
	return `${type === 'qa' ? 'qa' : 'source'} ${id}`;
}

function idsOf({ type, id, replaced }: OwnedItem): string[] {
	return [...(id === null ? [] : [id]), ...replaced].map((each) => placeOf({ type, id: each }));
}

function nameOf({ type, name }: Named): string {
	return itemKey(type, name);
}
