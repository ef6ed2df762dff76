import { LRUCache } from 'lru-cache';

/** Webhooks and messages that the pace remembers. */
const REMEMBERED = 10_000;

/**
 * Spaces out the messages to each webhook: chats take about one a second. A message keeps its turn while it waits. Each
 * worker process has its own pace, so several workers together may still meet a limit.
 */
export class WebhookPace {
	/** The first free turn of each webhook, in milliseconds since 1970. */
	private readonly free = new LRUCache<string, number>({ max: REMEMBERED });
	/** No message before this time, because the webhook asked for a pause. */
	private readonly pausedUntil = new LRUCache<string, number>({ max: REMEMBERED });
	private readonly turns = new LRUCache<string, number>({ max: REMEMBERED });

	constructor(
		private readonly intervalMs: number,
		private readonly now: () => number = Date.now,
	) {}

	/** @returns milliseconds until the turn of a message; 0 takes the turn */
	untilTurn(webhook: string, message: string): number {
		const key = `${message} ${webhook}`;
		const now = this.now();
		const turn = this.validTurn(webhook, key, now) ?? this.newTurn(webhook, now);
		if (turn <= now) this.turns.delete(key);
		else this.turns.set(key, turn);
		return Math.max(0, turn - now);
	}

	/** Sends nothing to a webhook for a while. */
	pause(webhook: string, ms: number): void {
		this.pausedUntil.set(webhook, this.now() + ms);
	}

	/** A turn that was missed, or that is in a pause, is lost: several such messages would come at once. */
	private validTurn(webhook: string, key: string, now: number): number | null {
		const turn = this.turns.get(key);
		if (turn === undefined || turn < now - this.intervalMs || turn < (this.pausedUntil.get(webhook) ?? 0)) return null;
		return turn;
	}

	private newTurn(webhook: string, now: number): number {
		const turn = Math.max(now, this.free.get(webhook) ?? 0, this.pausedUntil.get(webhook) ?? 0);
		this.free.set(webhook, turn + this.intervalMs);
		return turn;
	}
}
