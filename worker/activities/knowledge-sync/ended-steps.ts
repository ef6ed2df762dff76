import type { StoredEnds } from '../../../workflows/knowledge-sync/activities';
import { type EndedStep, endedStepSchema } from './part-schemas';
import { partOf, type StoredParts } from './stored-parts';

/** How the steps of a key ended so far, over all rounds. */
export interface KeyEnds {
	/** In the order of the rounds. */
	ends: Array<EndedStep['end']>;
	/** How often it is not known whether a request took effect. */
	lost: number;
	/** Requests in all. */
	writes: number;
}

/** By key. */
export async function readEnds(parts: StoredParts, stored: readonly StoredEnds[]): Promise<Map<string, KeyEnds>> {
	const found = new Map<string, KeyEnds>();
	for (const { round, part, attempt } of stored) {
		for (const { key, end } of await parts.read('ends', partOf(round, part), attempt, endedStepSchema)) {
			const before = found.get(key) ?? { ends: [], lost: 0, writes: 0 };
			found.set(key, {
				ends: [...before.ends, end],
				lost: before.lost + (end.outcome === 'lost' ? 1 : 0),
				writes: before.writes + end.writes,
			});
		}
	}
	return found;
}

/** Lost responses of one key after which nothing more is sent for it. */
const LOST_BELIEVED = 2;

/** Whether a further round may send requests for a key: its last response was lost, and that for the first time. */
export function mayRepeat({ ends, lost }: KeyEnds): boolean {
	const last = ends.at(-1)?.outcome;
	return (last === 'lost' || last === 'saved') && lost < LOST_BELIEVED;
}

/** Whether it ended in an earlier round. */
export function isSettled(ends: KeyEnds | undefined): boolean {
	const last = ends?.ends.at(-1)?.outcome;
	return last !== undefined && last !== 'lost' && last !== 'saved';
}
