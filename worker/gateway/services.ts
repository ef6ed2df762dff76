import type { Blobs } from '../storage/blobs';
import type { Buckets } from '../storage/buckets';
import type { Registry } from 'prom-client';
import type { Config } from '../config';
import type { Tokens } from './plugins/tokens';
import type { ProxySignIn } from './plugins/proxy-sign-in';
import type { Connections } from '../connections';
import type { DestinationEdits, Destinations } from '../destinations';
import type { HookService } from '../hooks/hook-service';
import type { Logger } from '../log';
import type { ReviewService } from '../tasks/reviews';
import type { PersonService } from '../privacy';
import type { ScheduleService } from '../tasks/schedules';
import type { SubscriptionService } from '../webhooks';
import type { IncidentService } from '../tasks/incidents';
import type { OverviewReader } from '../tasks/overview';
import type { BulkPreviews } from '../tasks/bulk';
import type { TaskTimelines } from '../tasks/timeline';
import type { HandOutService } from '../tasks/hand-outs';
import type { Tracing } from '../observability/tracing';
import type { UsageReader } from '../observability/usage/read-usage';
import type { Keyring } from '../temporal';
import type { TaskActions, TaskRetries, TaskService, WaitService } from '../tasks';
import type { NameSearch } from '../tasks/search-names';
import type { TaskResends } from '../webhooks/task-resends';

/** The services of the routes. Tests pass other implementations of the same interfaces. */
export interface GatewayServices {
	config: Config['gateway'];
	logger: Logger;
	/** The metrics of the process. Default: a registry of the gateway's own. */
	registry?: Registry;
	/** Sends the traces of requests. Default: no traces. */
	tracing?: Tracing | null;
	/** Who may call; replaced as a whole. */
	tokens: Tokens;
	/** Who signs in at a reverse proxy; the roles are replaced as a whole. Default: as the configuration has it. */
	people?: ProxySignIn | null;
	tasks: TaskService;
	waits: WaitService;
	overview: OverviewReader;
	incidents: IncidentService;
	timelines: TaskTimelines;
	schedules: ScheduleService;
	actions: TaskActions;
	/** The leads of syncs into flows. */
	handOuts: HandOutService;
	retries: TaskRetries;
	bulkPreviews: BulkPreviews;
	/** What a part of a name means, with the names of agents that were read before. */
	names: NameSearch;
	resends: TaskResends;
	persons: PersonService;
	destinations: Destinations;
	/** Creates and changes those that are not in the configuration file. */
	destinationEdits: DestinationEdits;
	connections: Connections;
	/** The calls of all workers in the last hour. */
	usage: UsageReader;
	/** Messages that start tasks, by the name of their hook. */
	hooks: Config['hooks'];
	/** Messages of hooks with a quiet time. */
	collected: HookService;
	blobs: Blobs;
	buckets: Buckets;
	reviews: ReviewService;
	/** Creates and reads the links to reviews. */
	keyring: Keyring;
	subscriptions: SubscriptionService;
	/** Whether the configuration has a mail server, which notifies reviewers. */
	sendsMail: boolean;
	/** Hosts that events may be sent to; see events.webhookHosts. */
	webhookHosts: readonly string[];
	/** Temporal's own pages for our namespace, without a trailing slash; null: none are configured. */
	temporalPages: string | null;
	/** Retention of the namespace: how long keys are remembered. */
	retentionHours: number;
}
