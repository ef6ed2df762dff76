import type { Logger } from '../log';

/** What all processes know of the pauses of connections. */
export interface SharedPauses {
	/** @returns milliseconds that are left; 0: none */
	read(connection: string): Promise<number>;
	/** @param pauseMs milliseconds from now */
	write(connection: string, pauseMs: number): Promise<void>;
}

/** Of a process that shares none. */
export const NOT_SHARED: SharedPauses = { read: () => Promise.resolve(0), write: () => Promise.resolve() };

/** A connection of 60 calls a minute looks before each of them, a fast one this often. Milliseconds. */
const LOOK_EVERY_MS = 250;
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
	/** By connection, in milliseconds since 1970: what this process has seen, and what it has told the others. */
	readonly #until = new Map<string, number>();
	readonly #told = new Map<string, number>();
	readonly #looked = new Map<string, Looked>();

	constructor(
		private readonly shared: SharedPauses,
		private readonly log: Pick<Logger, 'warn'>,
	) {}

	/** Milliseconds until the next call of the connection may leave; 0: now. */
	async leftMs(connection: string): Promise<number> {
		const own = this.#ownLeft(connection);
		if (own > 0) return own;
		const others = await this.#ofOthers(connection);
		// A response may have come meanwhile.
		return Math.max(others, this.#ownLeft(connection));
	}

	/**
	 * Notes what a response asked for, here at once and for all workers when this returns.
	 * @param names the connections with its key
	 */
	async asked(names: readonly string[], retryAfterMs: number): Promise<void> {
		const now = Date.now();
		const until = now + Math.min(LONGEST_MS, retryAfterMs);
		for (const name of names) this.#until.set(name, Math.max(until, this.#until.get(name) ?? 0));
		await Promise.all(
			names.filter((name) => until > (this.#told.get(name) ?? 0)).map((name) => this.#tell(name, until)),
		);
	}

	/** Forgets every other connection. */
	keepOnly(connections: Readonly<Record<string, unknown>>): void {
		for (const known of [this.#until, this.#told, this.#looked])
			for (const name of known.keys()) if (!Object.hasOwn(connections, name)) known.delete(name);
	}

	#ownLeft(connection: string): number {
		return Math.max(0, (this.#until.get(connection) ?? 0) - Date.now());
	}

	async #tell(name: string, until: number): Promise<void> {
		// Several calls that were under way together are told once.
		const told = until + LOOK_EVERY_MS;
		this.#told.set(name, told);
		try {
			await this.shared.write(name, told - Date.now());
		} catch (error) {
			this.log.warn(
				{ connection: name, err: error },
				'The service asked for a pause, which could not be shared with the other workers. This one keeps to it.',
			);
		}
	}

	async #ofOthers(connection: string): Promise<number> {
		const now = Date.now();
		const before = this.#looked.get(connection);
		const isFresh = before !== undefined && now - before.at < LOOK_EVERY_MS;
		const look = isFresh ? before : { at: now, leftMs: this.#look(connection) };
		this.#looked.set(connection, look);
		return Math.max(0, (await look.leftMs) - (isFresh ? now - look.at : 0));
	}

	/** A call does not wait for a Temporal that does not answer. */
	async #look(connection: string): Promise<number> {
		try {
			return await this.shared.read(connection);
		} catch {
			return 0;
		}
	}
}
