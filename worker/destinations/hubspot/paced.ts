import { setTimeout as sleep } from 'node:timers/promises';
import { answerIn } from './answers';

/** Longest wait for the short limit within a page, in milliseconds. Its window is ten seconds. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * One of many calls in a row. It waits until the short limit allows another call. A page with many calls would otherwise
 * reach the limit at the same record in every attempt.
 */
export async function paced<Value>(call: () => Promise<Value>): Promise<Value> {
	try {
		return await call();
	} catch (error) {
		const { status, retryAfterMs } = answerIn(error) ?? {};
		if (status !== 429 || !retryAfterMs || retryAfterMs > LONGEST_PAUSE_MS) throw error;
		await sleep(retryAfterMs);
		return call();
	}
}
