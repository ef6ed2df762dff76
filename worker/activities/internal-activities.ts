import type { Client } from '@temporalio/client';
import { z } from 'zod';
import type { InternalActivities } from '../../workflows/activities';
import type { DebounceActivities } from '../../workflows/debounce/activities';
import type { ConnectionIncidentActivities } from '../../workflows/connection-incident/activities';
import type { PeriodActivities } from '../../workflows/task/period';
import type { ScheduleRecoveryActivities } from '../../workflows/task/schedule';
import type { PersonActivities } from '../../workflows/persons/activities';
import type { BulkActivities } from '../../workflows/bulk-action/activities';
import type { ConversationFileActivities } from '../../workflows/conversation-export/activities';
import type { EachActivities } from '../../workflows/for-each-connection/activities';
import type { ExportFileActivities } from '../../workflows/export/activities';
import type { KnowledgeSetActivities } from '../../workflows/knowledge-sync/activities';
import type { StoredLeadActivities } from '../../workflows/lead-sync/activities';
import type { SourceComparisonActivities } from '../../workflows/retrain/source-list-activities';
import type { ReviewActivities } from '../../workflows/review/activities';
import type { ReportFileActivities } from '../../workflows/weekly-report/activities';
import { finishByActivities } from './finish-by/activities';
import { sealActivities } from './email/activities';
import { deliver, type DeliverySettings } from './events/deliver';
import { taskEventSchema } from '../webhooks/event-schema';
import { listSubscriptions, sharedRead, subscribersOf } from '../webhooks/subscription';
import { endedBy, runningIncidents } from './events/ended-incidents';
import { type EventSettings, postEvent } from './events/post-event';
import { checked } from './task/arguments';
import { countScheduleTimes } from './task/activities';
import { awaitTaskEnds } from './waits/activities';
import { lookAtExecution } from './waits/look-at-execution';

/** The activities that call no API. */
export function internalActivities(
	client: Client,
	deliveries: DeliverySettings,
	events: EventSettings,
	stored: ExportFileActivities &
		ConversationFileActivities &
		StoredLeadActivities &
		KnowledgeSetActivities &
		BulkActivities &
		EachActivities &
		DebounceActivities &
		PeriodActivities &
		ReportFileActivities &
		SourceComparisonActivities,
	reviews: ReviewActivities,
	persons: PersonActivities,
	incidents: ConnectionIncidentActivities & ScheduleRecoveryActivities,
): InternalActivities {
	// Thousands of events may come at once, and each query of Temporal's index takes time.
	const subscriptions = sharedRead(() => listSubscriptions(client));
	const incidentsNow = sharedRead(() => runningIncidents(client));
	return {
		...reviews,
		...sealActivities,
		...finishByActivities(client),
		...stored,
		...persons,
		...incidents,
		awaitTaskEnds: (taskIds) => awaitTaskEnds(client, taskIds),
		lookAtExecution: (callbackUrl) => lookAtExecution(checked(z.string(), callbackUrl), deliveries.allowedHosts),
		countScheduleTimes: (scheduleId, span) => countScheduleTimes(client, scheduleId, span),
		deliver: (delivery) => deliver(delivery, deliveries),
		findSubscribers: async (given) => {
			const event = checked(taskEventSchema, given);
			return subscribersOf(await subscriptions(), event, events.times);
		},
		findEndedIncidents: async (given) => endedBy(checked(taskEventSchema, given), await incidentsNow()),
		postEvent: ({ subscriptionId, event }) =>
			postEvent({ subscriptionId, event: checked(taskEventSchema, event) }, events),
	};
}
