import type { SubscriptionSettings } from '../../../workflows/subscriptions/state';
import type { TaskEvent } from '../../../workflows/task/event';
import type { Readers } from '../../webhooks/notices/notice';
import type { ConnectionWords } from '../../settings/connection-words';

/** Dates of messages, whose words are English: 27 Nov 2026. */
const BRITISH = 'en-GB';

/**
 * How the people of a subscription read times: in its zone. If it sets none, in the zone and language of the connection
 * that the event is about.
 */
export function readersOf(
	{ timeZone, zoneOf }: Pick<SubscriptionSettings, 'timeZone' | 'zoneOf'>,
	{ task: { connection } }: Pick<TaskEvent, 'task'>,
	wordsOf: (connection: string) => ConnectionWords,
): Readers {
	if (zoneOf !== 'connection' || connection === null) return { timeZone, locale: BRITISH };
	const { timeZone: its = timeZone, locale = 'en' } = wordsOf(connection);
	// The default, which says nothing of a region.
	return { timeZone: its, locale: locale === 'en' ? BRITISH : locale };
}
