/**
 * Most form fields with a column of their own. Visitors choose the names: without a bound, the leads of one visitor could
 * make a file a hundred times as large.
 */
export const MOST_FIELDS = 200;

/** The form fields of a table. */
export interface FieldColumns {
	/** Those with a column of their own, sorted. */
	names: readonly string[];
	/** Whether one more column holds all other form fields as JSON. */
	hasShared: boolean;
}

/** Names that are counted at a time. Beyond that, the rarest are dropped. */
const MOST_COUNTED = 100_000;

/** Names of captured form fields, each with the number of leads that have it. */
export class FieldNames {
	#counts = new Map<string, number>();

	get size(): number {
		return this.#counts.size;
	}

	add(name: string, leads = 1): void {
		this.#counts.set(name, (this.#counts.get(name) ?? 0) + leads);
		if (this.#counts.size > MOST_COUNTED) this.#counts = new Map(this.mostUsed(MOST_COUNTED / 2));
	}

	/** At most this number of names with their leads, the most used first. */
	mostUsed(most: number): Array<[name: string, leads: number]> {
		const byName = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
		return byName.sort(([, one], [, other]) => other - one).slice(0, most);
	}

	/** The fields that most leads have get a column each, so that nobody displaces those of a website's own form. */
	columns(): FieldColumns {
		const names = this.mostUsed(MOST_FIELDS).map(([name]) => name);
		return { names: names.sort(), hasShared: this.size > MOST_FIELDS };
	}
}

export function isSame(one: FieldColumns, other: FieldColumns): boolean {
	if (one.hasShared !== other.hasShared || one.names.length !== other.names.length) return false;
	return one.names.every((name, index) => name === other.names[index]);
}
