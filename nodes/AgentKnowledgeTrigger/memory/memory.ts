import type { KeptRecord } from './kept-record';
import type { Look } from './look';
import type { Sighting } from './sighting';

/** A memory as it is stored. */
export interface StoredMemory {
	/** Key, mark and time, the least recently seen first. What is kept of the record, if the event needs it. */
	known: Array<[key: string, mark: string | null, at: number | null, kept?: KeptRecord]>;
	settled: number;
	/** Whether some items are not in the memory, because it was full or the first poll did not read them. */
	forgot: boolean;
	/** The newest time of a forgotten item, in milliseconds since the epoch. */
	forgottenUntil: number | null;
	/** Fields whose changes do not count, because they change in every record at each read. */
	restless?: string[];
}

type Seen = Pick<Sighting, 'key' | 'mark' | 'at' | 'kept'>;

/** What polls have seen, up to `most` keys. Older items are distinguished from news by their time. */
export class Memory {
	private readonly known = new Map<string, Omit<Seen, 'key'>>();
	private forgot = false;
	private forgottenUntil: number | null = null;
	/** How many items the list had below the news at the last look. The next look can begin there. */
	settled = 0;
	restless: readonly string[] = [];

	constructor(readonly most: number) {}

	static restore({ known, settled, forgot, forgottenUntil, restless = [] }: StoredMemory, most: number): Memory {
		const memory = new Memory(most);
		for (const [key, mark, at, kept] of known) memory.known.set(key, { mark, at, kept });
		return Object.assign(memory, { settled, forgot, forgottenUntil, restless });
	}

	/** The first poll must return nothing, so all that it read counts as known, and all below it in the list. */
	static of({ rest, settled, goesOn = false }: Look, most: number): Memory {
		const memory = new Memory(most);
		memory.settled = settled;
		if (goesOn) memory.forget(Math.min(...rest.flatMap(({ at }) => at ?? [])));
		memory.note(rest);
		return memory;
	}

	/**
	 * As `of`, but what is newer than a time stays news. An item without a time counts as known.
	 * @param since milliseconds since the epoch
	 */
	static until(look: Look, since: number, most: number): { memory: Memory; hasNews: boolean } {
		const old = look.rest.filter(({ at }) => at === null || at <= since);
		const newer = look.rest.length - old.length;
		// If all that was read is newer, the old ones begin somewhere below it. The next look begins at the lowest.
		const settled = old.length > 0 ? Math.max(0, look.settled - newer) : 0;
		const memory = Memory.of({ ...look, rest: old, settled }, most);
		if (old.length === 0 && look.goesOn === true) memory.forget(since);
		return { memory, hasNews: newer > 0 };
	}

	has(key: string): boolean {
		return this.known.has(key);
	}

	/** What was kept of it. @returns undefined if it is unknown */
	recall(key: string): Omit<Seen, 'key'> | undefined {
		return this.known.get(key);
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

	/**
	 * Notes what a look showed.
	 * @param batch the part of its news that the poll returns
	 */
	settle(look: Look, batch: readonly Sighting[]): void {
		this.keep(look.news.slice(batch.length).map(({ key }) => key));
		this.note([...look.rest, ...batch]);
		this.restless = look.restless ?? this.restless;
		this.settled = look.settled + batch.length;
	}

	/** @param seen oldest first */
	note(seen: readonly Seen[]): void {
		for (const { key, mark, at, kept } of seen) {
			this.known.delete(key);
			this.known.set(key, { mark, at, kept });
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
		const known = [...this.known].map(([key, { mark, at, kept }]): StoredMemory['known'][number] =>
			kept === undefined ? [key, mark, at] : [key, mark, at, kept],
		);
		const { settled, forgot, forgottenUntil, restless } = this;
		return { known, settled, forgot, forgottenUntil, ...(restless.length > 0 && { restless: [...restless] }) };
	}

	/** They are still there, but what has changed in them is still news. @param keys oldest first */
	private keep(keys: readonly string[]): void {
		for (const key of keys) {
			const one = this.known.get(key);
			if (one === undefined) continue;
			this.known.delete(key);
			this.known.set(key, one);
		}
	}

	private forget(at: number | null): void {
		this.forgot = true;
		if (at !== null && Number.isFinite(at)) this.forgottenUntil = Math.max(at, this.forgottenUntil ?? at);
	}
}
