import { setTimeout as sleep } from 'node:timers/promises';
import { isAway } from './keyed-write';
import type { ProgressDisplay } from './progress-display';

/** A gateway that restarts is back within these many tries. */
const MAX_TRIES = 30;
const PAUSE_MS = 2_000;

/** What a command that watches has at hand. */
export interface Watching {
	display: ProgressDisplay;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
}

/** Asks until the gateway can answer. One that goes away for a minute is waited for. @throws its last failure after that */
export async function patiently<Answer>(
	ask: () => Promise<Answer>,
	{ display, signal }: Watching,
	pauseMs = PAUSE_MS,
): Promise<Answer> {
	for (let failures = 1; ; failures += 1) {
		try {
			return await ask();
		} catch (error) {
			if (!isAway(error) || failures >= MAX_TRIES) throw error;
			if (failures === 1) display.note('The gateway cannot answer now; tasks go on. Trying again ...');
			await sleep(pauseMs, undefined, { signal });
		}
	}
}
