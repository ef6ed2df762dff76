import { setTimeout as pauseFor } from 'node:timers/promises';
import { inspect } from 'node:util';

/** The pause before the second look. Each later one is twice as long, up to `everyMs`, so that fast things are fast. */
const FIRST_PAUSE_MS = 5;
const EVERY_MS = 100;
/** Five minutes of looking. A process that is stopped, or waits for a processor, loses none of them. */
const LOOKS = 3_000;
/** How much of what was last seen the error shows. The end says most, of a log above all. */
const SHOWN_CHARACTERS = 2_000;

export interface Patience {
	/** Default: 3,000 */
	looks?: number;
	/** Default: 100 */
	everyMs?: number;
	/** Default: a timer of this machine */
	pause?: (ms: number) => Promise<unknown>;
}

/**
 * Looks again and again until what it sees is as wanted. The limit counts looks and reads no clock.
 * @param look may throw, which means not yet
 * @param until a guard, a condition or an assertion; false, or a throw, means not yet
 * @param why what is awaited, or why it may take a moment: 'the event is published by a workflow of its own'
 * @throws {Error} after the last look, with `why` and what that look saw
 */
export function eventually<Seen, Wanted extends Seen>(
	look: () => Seen | Promise<Seen>,
	until: (seen: Seen) => seen is Wanted,
	why: string,
	patience?: Patience,
): Promise<Wanted>;
export function eventually<Seen>(
	look: () => Seen | Promise<Seen>,
	until: (seen: Seen) => void,
	why: string,
	patience?: Patience,
): Promise<Seen>;
export async function eventually<Seen>(
	look: () => Seen | Promise<Seen>,
	until: (seen: Seen) => unknown,
	why: string,
	{ looks = LOOKS, everyMs = EVERY_MS, pause = pauseFor }: Patience = {},
): Promise<Seen> {
	let last: { seen?: Seen; error?: unknown } = {};
	for (let number = 1; number <= looks; number += 1) {
		if (number > 1) await pause(Math.min(everyMs, FIRST_PAUSE_MS * 2 ** (number - 2)));
		last = {};
		try {
			last.seen = await look();
			if (until(last.seen) !== false) return last.seen;
		} catch (error) {
			last.error = error;
		}
	}
	const saw =
		'seen' in last
			? ` The last one saw: ${ending(typeof last.seen === 'string' ? last.seen : inspect(last.seen, { depth: 6 }))}`
			: '';
	const failed = 'error' in last ? `\n${ending(String(last.error))}` : '';
	throw new Error(`Waited in vain: ${why}. Looks: ${looks}.${saw}${failed}`, { cause: last.error });
}

export function isThere<Seen>(seen: Seen): seen is NonNullable<Seen> {
	return seen !== null && seen !== undefined;
}

function ending(text: string): string {
	return text.length > SHOWN_CHARACTERS ? `… ${text.slice(-SHOWN_CHARACTERS)}` : text;
}
