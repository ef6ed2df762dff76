import type { Look } from './look';
import type { Sighting } from './sighting';

/** A memory as it is stored. */
export interface StoredMemory {
	/** Key, mark and time, the least recently seen first. */
	known: Array<[key: string, mark: string | null, at: number | null]>;
	settled: number;
	/** Whether some items are not in the memory, because it was full or the first poll did not read them. */
	forgot: boolean;
	/** The newest time of a forgotten item, in milliseconds since the epoch. */
	forgottenUntil: number | null;
}

type Seen = Pick<Sighting, 'key' | 'mark' | 'at'>;

/** What polls have seen, up to `most` keys. Older items are distinguished from news by their time. */
export class Memory {
	private readonly known = new Map<string, Omit<Seen, 'key'>>();
	private forgot = false;
	private forgottenUntil: number | null = null;
	/** How many items the list had below the news at the last look. The next look can begin there. */
	settled = 0;

	constructor(private readonly most: number) {}

	static restore({ known, settled, forgot, forgottenUntil }: StoredMemory, most: number): Memory {
		const memory = new Memory(most);
		for (const [key, mark, at] of known) memory.known.set(key, { mark, at });
		return Object.assign(memory, { settled, forgot, forgottenUntil });
	}

	/** The first poll must return nothing, so all that it read counts as known, and all below it in the list. */
	static of({ rest, settled, goesOn = false }: Look, most: number): Memory {
		const memory = new Memory(most);
		memory.settled = settled;
		if (goesOn) memory.forget(Math.min(...rest.flatMap(({ at }) => at ?? [])));
		memory.note(rest);
		return memory;
	}

	has(key: string): boolean {
		return this.known.has(key);
	}

	/** The items that were in this state when they were last seen. */
	markedAs(mark: string): Array<Pick<Seen, 'key' | 'at'>> {
		return [...this.known].filter(([, one]) => one.mark === mark).map(([key, { at }]) => ({ key, at }));
	}

	isNews({ key, mark, at }: Seen): boolean {
		if (mark === null) return false;
		const before = this.known.get(key);
		return before === undefined ? this.isNewer(at) : before.mark !== mark;
	}

	/** Whether an item is newer than every forgotten one, so that it cannot be one of them. */
	isNewer(at: number | null): boolean {
		if (!this.forgot) return true;
		return at !== null && this.forgottenUntil !== null && at > this.forgottenUntil;
	}

	/** Whether an item is older than a forgotten one, so that it was there before. */
	isOlder(at: number | null): boolean {
		return this.forgot && at !== null && this.forgottenUntil !== null && at < this.forgottenUntil;
	}

	/** @param seen oldest first */
	note(seen: readonly Seen[]): void {
		for (const { key, mark, at } of seen) {
			this.known.delete(key);
			this.known.set(key, { mark, at });
		}
		const tooMany = this.known.size - this.most;
		if (tooMany <= 0) return;
		// Forgets the oldest, so that a later item is newer than all forgotten ones. Of equal times, the least recently
		// seen.
		const oldestFirst = [...this.known].sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
		for (const [key, { at }] of oldestFirst.slice(0, tooMany)) {
			this.known.delete(key);
			this.forget(at);
		}
	}

	toJSON(): StoredMemory {
		const known = [...this.known].map(([key, { mark, at }]): StoredMemory['known'][number] => [key, mark, at]);
		return { known, settled: this.settled, forgot: this.forgot, forgottenUntil: this.forgottenUntil };
	}

	private forget(at: number | null): void {
		this.forgot = true;
		if (at !== null && Number.isFinite(at)) this.forgottenUntil = Math.max(at, this.forgottenUntil ?? at);
	}
}
