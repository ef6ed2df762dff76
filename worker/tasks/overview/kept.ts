/** Syncs and schedules cost a request each, and change slowly. In ms. */
const FRESH_FOR_MS = 10_000;

/** A read whose result several readers share for a moment. */
export class Kept<Value> {
	#value: Promise<Value> | null = null;
	#until = 0;

	constructor(private readonly load: () => Promise<Value>) {}

	read(): Promise<Value> {
		if (this.#value !== null && Date.now() < this.#until) return this.#value;
		const value = this.load();
		this.#value = value;
		this.#until = Date.now() + FRESH_FOR_MS;
		value.catch(() => {
			if (this.#value === value) this.#value = null;
		});
		return value;
	}
}
