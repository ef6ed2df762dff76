import type { WaitNote } from './execution';
import { isWaitWithin } from '../waits';
import type { Within } from '../within';

/**
 * The waits of which a reader is told. A bound one is told of waits that a bound caller opened, by the rule of
 * timelines: the operator's flows are not its own.
 */
export function waitedWithin(within: Within, waitedBy: readonly WaitNote[] = []): WaitNote[] {
	return waitedBy.filter((note) => within === undefined || (note.bound === true && isWaitWithin(within, note)));
}
