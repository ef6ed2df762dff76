import type { Client, Connection } from '@temporalio/client';
import type { Connections } from '../connections';
import type { Config } from '../config';
import type { DestinationEdits, Destinations } from '../destinations';
import type { ProxySignIn, Tokens } from '../gateway';
import type { Logger } from '../log';
import type { Metrics } from '../observability/metrics';
import { OverviewMetrics } from '../observability/overview-metrics';
import { readOverview } from '../observability/read-overview';
import type { Tracing } from '../observability/tracing';
import { StoredUsage } from '../observability/usage/read-usage';
import { type PersonService, SealedRequests, TemporalPersonService } from '../privacy';
import { openBlobs } from '../storage/blobs';
import { Buckets } from '../storage/buckets';
import {
	type TaskActions,
	type TaskRetries,
	type TaskService,
	TemporalTaskActions,
	TemporalTaskRetries,
	TemporalTaskService,
	TemporalWaitService,
	type WaitService,
} from '../tasks';
import { type HandOutService, TemporalHandOutService } from '../tasks/hand-outs';
import { type OverviewReader, TemporalOverview } from '../tasks/overview';
import { type TaskTimelines, TemporalTaskTimelines } from '../tasks/timeline';
import { type ReviewService, TemporalReviewService } from '../tasks/reviews';
import { type ScheduleService, TemporalScheduleService } from '../tasks/schedules';
import type { Keyring } from '../temporal';
import { type SubscriptionService, TemporalSubscriptionService } from '../webhooks';
import type { TaskResends } from '../webhooks/task-resends';
import { TemporalTaskResends } from '../webhooks/temporal-task-resends';
import { withDeadline } from './with-deadline';

/** What the worker and the gateway of a process share. */
export interface Parts {
	config: Config;
	log: Logger;
	keyring: Keyring;
	client: Client & { connection: Connection };
	retentionHours: number;
	/** Those of the moment. */
	connections: Connections;
	destinations: Destinations;
	destinationEdits: DestinationEdits;
	metrics: Metrics;
	tokens: Tokens;
	people: ProxySignIn | null;
	tracing: Tracing | null;
}

/** What the routes of the gateway call. A service that asks Temporal has a deadline. */
export function gatewayServices({
	config,
	log,
	keyring,
	client,
	retentionHours,
	connections,
	destinations,
	destinationEdits,
	metrics,
	tokens,
	people,
	tracing,
}: Parts) {
	const service = new TemporalTaskService(client, { keyring, settleMs: config.timing.settleMs });
	const waits = new TemporalWaitService(client, service, config.gateway.callbackHosts);
	const frozen = { keyVersion: keyring.current, settleMs: config.timing.settleMs };
	const schedules = new TemporalScheduleService(client, frozen);
	const overview = () => readOverview({ client, tasks: service, schedules, connections: connections.names });
	new OverviewMetrics(metrics.registry, overview, log);
	return {
		config: config.gateway,
		tokens,
		people,
		registry: metrics.registry,
		tracing,
		hooks: config.hooks,
		logger: log,
		tasks: withDeadline<TaskService>(client, service),
		waits: withDeadline<WaitService>(client, waits),
		overview: withDeadline<OverviewReader>(client, new TemporalOverview({ client, tasks: service, schedules })),
		timelines: withDeadline<TaskTimelines>(client, new TemporalTaskTimelines(client)),
		schedules: withDeadline<ScheduleService>(client, schedules),
		actions: withDeadline<TaskActions>(client, new TemporalTaskActions(client)),
		handOuts: withDeadline<HandOutService>(client, new TemporalHandOutService(client)),
		persons: withDeadline<PersonService>(
			client,
			new TemporalPersonService(client, {
				keyring,
				requests: new SealedRequests(openBlobs(config.blobs, keyring).store, keyring),
				connections: () => connections.names,
			}),
		),
		retries: withDeadline<TaskRetries>(client, new TemporalTaskRetries(client, service)),
		resends: withDeadline<TaskResends>(client, new TemporalTaskResends(client)),
		destinations,
		destinationEdits,
		connections,
		usage: new StoredUsage(openBlobs(config.blobs, keyring).store, () => connections.settings),
		blobs: openBlobs(config.blobs, keyring),
		buckets: new Buckets(config.buckets),
		reviews: withDeadline<ReviewService>(client, new TemporalReviewService(client, service)),
		keyring,
		subscriptions: withDeadline<SubscriptionService>(client, new TemporalSubscriptionService(client, keyring)),
		sendsMail: config.mail !== undefined,
		webhookHosts: config.events.webhookHosts,
		temporalPages: temporalPagesOf(config),
		retentionHours,
	};
}

function temporalPagesOf({ temporal: { uiUrl, namespace } }: Config): string | null {
	return uiUrl === undefined ? null : `${uiUrl}/namespaces/${encodeURIComponent(namespace)}`;
}
