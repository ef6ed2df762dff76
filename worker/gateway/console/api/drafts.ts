interface Clearable {
	clear(): void;
	readonly size: number;
}

/** Of every kind of form. */
const stores: Clearable[] = [];

/**
 * What somebody typed into forms of a kind and has not sent, so that they find it again after a look at another page.
 * It stays in the memory of the tab: a form can hold personal data, and the browser's storage outlives a sign-out.
 */
export class Drafts<Typed> {
	readonly #kept = new Map<string, Typed>();

	constructor() {
		stores.push(this.#kept);
	}

	/** @param form its name within the kind */
	get(form: string): Typed | undefined {
		return this.#kept.get(form);
	}

	has(form: string): boolean {
		return this.#kept.has(form);
	}

	keep(form: string, typed: Typed): void {
		this.#kept.set(form, typed);
	}

	drop(form: string): void {
		this.#kept.delete(form);
	}
}

/** Whether something typed would be lost with the tab. */
export function hasDrafts(): boolean {
	return stores.some(({ size }) => size > 0);
}

/** Forgets the drafts of everybody who used this tab. */
export function forgetDrafts(): void {
	for (const store of stores) store.clear();
}
