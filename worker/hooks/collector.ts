import { setTimeout as pause } from 'node:timers/promises';
import { type HookMessages, joined } from '../../workflows/debounce/messages';

/** Between two signals of one subject, in milliseconds: what comes meanwhile shares the next one. */
const APART_MS = 1_000;

/** Sends messages of one subject, so that they survive this process. @throws if they are not noted */
type Send<Subject> = (subject: Subject, messages: HookMessages) => Promise<void>;

interface Waiting {
	messages: HookMessages;
	sent: Promise<void>;
}

/**
 * Lets messages of one subject share a signal: the first one is sent at once, and those that come within a second after
 * it, or while it is sent, go together. Each caller waits until its own message is noted for good.
 */
export class Collector<Subject> {
	readonly #waiting = new Map<string, Waiting>();
	/** When the last signal of each subject ends. */
	readonly #sending = new Map<string, Promise<void>>();

	constructor(
		private readonly send: Send<Subject>,
		private readonly apartMs = APART_MS,
	) {}

	/** @returns when the message is noted @throws why it is not */
	async collect(key: string, subject: Subject, message: HookMessages): Promise<void> {
		const waiting = this.#waiting.get(key);
		if (waiting !== undefined) {
			waiting.messages = joined(waiting.messages, message);
			return waiting.sent;
		}
		const begun: Waiting = { messages: message, sent: Promise.resolve() };
		begun.sent = this.#sendAfter(this.#sending.get(key), key, subject, begun);
		this.#waiting.set(key, begun);
		return begun.sent;
	}

	async #sendAfter(before: Promise<void> | undefined, key: string, subject: Subject, group: Waiting): Promise<void> {
		await before;
		this.#waiting.delete(key);
		const sent = this.send(subject, group.messages);
		const over = Promise.allSettled([sent, pause(this.apartMs)]).then(() => undefined);
		this.#sending.set(key, over);
		void over.then(() => {
			if (this.#sending.get(key) === over) this.#sending.delete(key);
		});
		return sent;
	}
}
