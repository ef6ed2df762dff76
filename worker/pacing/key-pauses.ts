import type { Logger } from '../log';

/** What the processes tell each other of the pauses of keys. */
export interface SharedPauses {
	/** @returns milliseconds that are left of a pause that another process has told; 0: none */
	read(key: string): Promise<number>;
	/** A pause that is open and ends later stays. @param pauseMs milliseconds from now */
	write(key: string, pauseMs: number): Promise<void>;
}

/** What a pause is about: a new key of a connection has nothing to do with the pause of the old one. */
export interface PausedKey {
	baseUrl: string;
	apiKey: string;
}

/** Tells keys apart in all processes, and does not reveal them: an HMAC. */
export type DigestOfKey = (parts: readonly string[]) => string;

/** Of a process that shares none. */
export const NOT_SHARED: SharedPauses = { read: () => Promise.resolve(0), write: () => Promise.resolve() };

/** A connection of 60 calls a minute looks before each of them, a fast one this often. Milliseconds. */
const LOOK_EVERY_MS = 250;
/**
 * The others are told a pause that is longer by `LOOK_EVERY_MS`, and Temporal ends it a moment later. A call that waits for
 * so much longer than it was asked to is sent, whichever worker makes it. Milliseconds.
 */
export const PAUSE_MARGIN_MS = 2 * LOOK_EVERY_MS;
/** A service that asks for more is called again after this time, so that no mistaken header stops a connection for days. */
const LONGEST_MS = 3_600_000;

interface Looked {
	at: number;
	leftMs: Promise<number>;
}

/**
 * Until when no call of a key may leave, because a response said so (429 with `Retry-After`), whichever worker got it. The
 * server goes on dispatching calls meanwhile, so each worker looks before it sends one.
 */
export class KeyPauses {
	/** By the digest of the key, in milliseconds since 1970: what this process has seen, and what it has told the others. */
	readonly #until = new Map<string, number>();
	readonly #told = new Map<string, number>();
	readonly #looked = new Map<string, Looked>();

	constructor(
		private readonly shared: SharedPauses,
		private readonly log: Pick<Logger, 'warn'>,
		private readonly digestOf: DigestOfKey,
	) {}

	/** Milliseconds until the next call of the key may leave; 0: now. */
	async leftMs(key: PausedKey): Promise<number> {
		const id = this.#idOf(key);
		const own = this.#ownLeft(id);
		if (own > 0) return own;
		const others = await this.#ofOthers(id);
		// A response may have come meanwhile.
		return Math.max(others, this.#ownLeft(id));
	}

	/**
	 * Notes what a response asked for, here at once and for all workers when this returns.
	 * @param names the connections with the key, for the log
	 */
	async asked(key: PausedKey, names: readonly string[], retryAfterMs: number): Promise<void> {
		const id = this.#idOf(key);
		const until = Date.now() + Math.min(LONGEST_MS, retryAfterMs);
		this.#until.set(id, Math.max(until, this.#until.get(id) ?? 0));
		if (until > (this.#told.get(id) ?? 0)) await this.#tell(id, names, until);
	}

	/** Forgets every other key. */
	keepOnly(connections: Readonly<Record<string, PausedKey>>): void {
		const kept = new Set(Object.values(connections).map((key) => this.#idOf(key)));
		for (const known of [this.#until, this.#told, this.#looked])
			for (const id of known.keys()) if (!kept.has(id)) known.delete(id);
	}

	#idOf({ baseUrl, apiKey }: PausedKey): string {
		return this.digestOf(['pause of a key', baseUrl, apiKey]);
	}

	#ownLeft(id: string): number {
		return Math.max(0, (this.#until.get(id) ?? 0) - Date.now());
	}

	async #tell(id: string, names: readonly string[], until: number): Promise<void> {
		// Several calls that were under way together are told once.
		const told = until + LOOK_EVERY_MS;
		this.#told.set(id, told);
		try {
			await this.shared.write(id, told - Date.now());
		} catch (error) {
			this.log.warn(
				{ connections: names, err: error },
				'The service asked for a pause, which could not be shared with the other workers. This one keeps to it.',
			);
		}
	}

	async #ofOthers(id: string): Promise<number> {
		const now = Date.now();
		const before = this.#looked.get(id);
		const isFresh = before !== undefined && now - before.at < LOOK_EVERY_MS;
		const look = isFresh ? before : { at: now, leftMs: this.#look(id) };
		this.#looked.set(id, look);
		return Math.max(0, (await look.leftMs) - (isFresh ? now - look.at : 0));
	}

	/** A call does not wait for a Temporal that does not answer. */
	async #look(id: string): Promise<number> {
		try {
			return await this.shared.read(id);
		} catch {
			return 0;
		}
	}
}
