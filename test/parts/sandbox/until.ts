import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Looks again and again until what is seen is as wanted; the test's own limit ends a search in vain. */
export async function until<Seen>(look: () => Promise<Seen>, isWanted: (seen: Seen) => boolean): Promise<Seen> {
	for (;;) {
		const seen = await look();
		if (isWanted(seen)) return seen;
		await wait(PAUSE_MS);
	}
}
