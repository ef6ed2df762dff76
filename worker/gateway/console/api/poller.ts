/** Between two reads while somebody looks, in ms. */
export const REFRESH_MS = 4_000;
/** The longest pause while the gateway does not respond, in ms. */
export const LONGEST_PAUSE_MS = 60_000;

/** Reads something once. It throws only what concerns the whole console: a refused token, or a gateway that is away. */
export type Load = () => Promise<void>;

export interface PollerEvents {
	/** Whether somebody can see the page. Nothing is read while nobody can. */
	isVisible: () => boolean;
	/** Every load of a round succeeded. */
	reached: () => void;
	/** @param pauseMs until the next attempt */
	failed: (error: unknown, pauseMs: number) => void;
}

/**
 * Reads what the mounted components show: at once, every four seconds, and after each action. While the gateway does not
 * respond, the pause doubles up to a minute.
 */
export class Poller {
	readonly #loads = new Set<Repeated>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#failures = 0;
	#isPaused = false;

	constructor(private readonly events: PollerEvents) {}

	/**
	 * Reads now and from now on.
	 * @returns ends it
	 */
	follow(load: Load): () => void {
		const repeated = new Repeated(load);
		this.#loads.add(repeated);
		void this.#run([repeated]);
		return () => void this.#loads.delete(repeated);
	}

	/** Reads everything now. What is being read is read once more, because it may be older than the caller's change. */
	async refresh(): Promise<void> {
		await this.#run([...this.#loads]);
	}

	/** Stops reading until `resume`, for example while a token is missing. */
	pause(): void {
		this.#isPaused = true;
		clearTimeout(this.#timer);
	}

	async resume(): Promise<void> {
		this.#isPaused = false;
		this.#failures = 0;
		await this.refresh();
	}

	async #run(loads: Repeated[]): Promise<void> {
		if (this.#isPaused) return;
		clearTimeout(this.#timer);
		let pause = REFRESH_MS;
		try {
			await Promise.all(loads.map((load) => load.run()));
			this.#failures = 0;
			this.events.reached();
		} catch (error) {
			pause = Math.min(REFRESH_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
			this.#failures += 1;
			this.events.failed(error, pause);
		}
		this.#schedule(pause);
	}

	#schedule(pause: number): void {
		clearTimeout(this.#timer);
		if (this.#isPaused || this.#loads.size === 0) return;
		this.#timer = setTimeout(() => {
			// When the page becomes visible again, its owner calls refresh().
			if (this.events.isVisible()) void this.refresh();
		}, pause);
	}
}

/** A load that never runs twice at the same time. */
class Repeated {
	#running: Promise<void> | null = null;
	#isOutdated = false;

	constructor(private readonly load: Load) {}

	/** Loads now. If it is loading already, it loads once more after that. */
	async run(): Promise<void> {
		this.#isOutdated = true;
		this.#running ??= this.#loadUntilCurrent();
		await this.#running;
	}

	async #loadUntilCurrent(): Promise<void> {
		try {
			while (this.#isOutdated) {
				this.#isOutdated = false;
				await this.load();
			}
		} finally {
			this.#running = null;
		}
	}
}
