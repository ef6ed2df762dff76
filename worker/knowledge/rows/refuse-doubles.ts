import { itemKey, keyOf, NAME_FIELDS, nameOf } from '../../../workflows/knowledge-sync/row-key';
import { type Place, placeText, type ReadItem, type RowProblem, type WantedItem } from './read-item';

/**
 * Passes items on, and refuses a row whose key or name an earlier row has. One instance for one set, which may have
 * several sources. Memory: the keys and names of all rows.
 */
export class RowsSeen {
	readonly #keys = new Map<string, Place>();
	readonly #names = new Map<string, Place>();

	async *refuseDoubles(items: AsyncIterable<ReadItem>): AsyncGenerator<ReadItem> {
		for await (const item of items) yield item.kind === 'wanted' ? this.#checked(item) : item;
	}

	#checked(item: WantedItem): ReadItem {
		const { row, place, cells } = item;
		const key = keyOf(row);
		const name = itemKey(row.type, nameOf(row));
		const problem = doubleOf(NAME_FIELDS[row.type], this.#names.get(name)) ?? doubleOf('key', this.#keys.get(key));
		if (problem === null) {
			this.#keys.set(key, place);
			this.#names.set(name, place);
			return item;
		}
		const refused = { kind: 'refused', place, problems: [problem] } as const;
		return cells === undefined ? refused : { ...refused, cells };
	}
}

function doubleOf(field: string, earlier: Place | undefined): RowProblem | null {
	if (earlier === undefined) return null;
	const advice = field === 'key' ? 'give each row its own key' : 'keep one of the two rows';
	return { field, reason: `is that of ${placeText(earlier)} too. Please ${advice}` };
}
