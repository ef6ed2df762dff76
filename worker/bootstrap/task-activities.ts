import type { Client } from '@temporalio/client';
import type { InternalActivities } from '../../workflows/activities';
import { eventPauses } from '../../workflows/task/delivery-options';
import { timingOf } from '../../workflows/task/timing';
import { reviewActivities } from '../activities/review/activities';
import type { EventSettings } from '../activities/events/post-event';
import { Receivers } from '../activities/events/receivers';
import { WebhookPace } from '../activities/events/webhook-pace';
import { bulkActivities } from '../activities/bulk-action/activities';
import { conversationFileActivities } from '../activities/conversation-export/activities';
import { debounceActivities } from '../activities/debounce/activities';
import { eachActivities } from '../activities/for-each-connection/activities';
import { exportFileActivities } from '../activities/export/activities';
import { incidentActivities } from '../activities/incidents/activities';
import { internalActivities } from '../activities/internal-activities';
import { knowledgeSetActivities } from '../activities/knowledge-sync/activities';
import { storedLeadActivities } from '../activities/lead-sync/activities';
import { periodActivities } from '../activities/period/activities';
import { personActivities } from '../activities/persons/activities';
import { reportFileActivities } from '../activities/weekly-report/activities';
import type { ConnectionWords } from '../settings/connection-words';
import { KnowledgeSets } from '../storage/knowledge-sets';
import { sourceComparisonActivities } from '../activities/retrain/source-lists';
import { unwatched } from '../net/watch-delivery';
import { TemporalTaskService } from '../tasks';
import { TemporalScheduleService } from '../tasks/schedules';
import { ReviewLinks } from '../tasks/reviews/review-links';
import { pageLinks } from '../webhooks/page-links';
import { personStores } from '../privacy/person-stores';
import { bulkServices } from './bulk-services';
import type { WorkersSettings } from './workers-settings';

/** These only read tasks and schedules. */
const STARTS_NOTHING = { settleMs: 0 };

/**
 * The activities of the worker's own queues: everything except the calls of connections.
 * @param wordsOf what the settings of a connection say of its people, at the moment
 */
export function taskActivities(
	client: Client,
	settings: WorkersSettings,
	wordsOf: (connection: string) => ConnectionWords,
): InternalActivities {
	const { blobs, buckets, deliveries, keyring, knowledge, labelled, reviews, tracing } = settings;
	const receivers = receiversOf(settings);
	const bulk = bulkServices(client, settings);
	const events = { ...eventSettings(client, settings, receivers), wordsOf };
	return internalActivities(
		client,
		{ ...deliveries, receivers, watch: tracing?.delivery },
		events,
		{
			...exportFileActivities(blobs, buckets),
			...conversationFileActivities(blobs, buckets),
			...storedLeadActivities(client, blobs),
			...bulkActivities(bulk, blobs, buckets),
			...eachActivities(bulk),
			...debounceActivities(client, new KnowledgeSets(blobs.store, keyring), bulk.retries),
			...sourceComparisonActivities(blobs.store),
			...knowledgeSetActivities(client, blobs, buckets, {
				keyring,
				...knowledge,
				sharing: (connection) => labelled.ofService(connection),
			}),
			...periodActivities(wordsOf),
			...reportFileActivities({
				client,
				blobs,
				receivers,
				links: events.links,
				mail: events.mail,
				wordsOf,
			}),
		},
		reviewActivities(keyring, reviews, receivers),
		personActivities({ ...personStores(settings), searched: { ...settings, client } }),
		incidentActivities(
			client,
			new TemporalTaskService(client, { keyring, ...STARTS_NOTHING }),
			new TemporalScheduleService(client, { keyVersion: keyring.current, ...STARTS_NOTHING }),
		),
	);
}

function receiversOf({ concurrency, log }: WorkersSettings): Receivers {
	return new Receivers(concurrency.deliveries, (host, rests) => {
		if (rests) log.warn({ host }, 'A receiver does not respond; deliveries to it wait');
		else log.info({ host }, 'A receiver responds again');
	});
}

function eventSettings(
	client: Client,
	{ keyring, events, reviews, tracing, times }: WorkersSettings,
	receivers: Receivers,
): Omit<EventSettings, 'wordsOf'> {
	const timing = timingOf({ timing: times ?? {} });
	const pauses = eventPauses(timing);
	return {
		client,
		keyring,
		receivers,
		pauses,
		...(times && { times }),
		webhookHosts: events.webhookHosts,
		mail: reviews.mail && { ...reviews.mail, pauses },
		links: pageLinks(reviews.publicUrl, new ReviewLinks(keyring, reviews.publicUrl)),
		pace: new WebhookPace(timing.chatIntervalMs),
		watch: tracing?.delivery ?? unwatched,
	};
}
