import { GatewayError } from '../api/gateway-error';

/**
 * The Idempotency-Key of what a person wants to happen once. It stays the same while the outcome is unknown, so that a
 * repeat does nothing twice. Another input, or a response of the gateway, ends it.
 */
export class Intention {
	#pending: { key: string; content: string } | null = null;

	constructor(private readonly newKey: () => string) {}

	/** @param content what is sent, all of it */
	keyFor(content: object): string {
		const text = JSON.stringify(content);
		if (this.#pending?.content !== text) this.#pending = { key: this.newKey(), content: text };
		return this.#pending.key;
	}

	/** Sends it once. A refusal of the gateway ends the intention. Without a response, the outcome is unknown. */
	async send<Result>(content: object, send: (key: string) => Promise<Result>): Promise<Result> {
		try {
			const result = await send(this.keyFor(content));
			this.end();
			return result;
		} catch (error) {
			const isUnknown = error instanceof GatewayError && (error.isOutcomeUnknown || error.isTokenRefused);
			if (!isUnknown) this.end();
			throw error;
		}
	}

	/** Whether something was sent, and its outcome is unknown. */
	get isPending(): boolean {
		return this.#pending !== null;
	}

	/** Whether this was sent before, and its outcome is unknown. */
	isRepeat(content: object): boolean {
		return this.#pending?.content === JSON.stringify(content);
	}

	/** The outcome is known. */
	end(): void {
		this.#pending = null;
	}
}
