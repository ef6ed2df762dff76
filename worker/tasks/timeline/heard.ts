import type { TimelineEntry } from './timeline';
import { MAIL_EVENT } from './words';

/** A task publishes its events whether or not there is a subscription. Nobody was notified by one without a message. */
export function heard(
	entries: readonly TimelineEntry[],
	deliveries: ReadonlyArray<Pick<TimelineEntry, 'name'>>,
): TimelineEntry[] {
	const names = new Set([MAIL_EVENT, ...deliveries.map(({ name }) => name)]);
	return entries.filter(({ kind, name }) => kind !== 'event' || names.has(name));
}
