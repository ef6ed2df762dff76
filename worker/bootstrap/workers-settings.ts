import type { WorkerOptions } from '@temporalio/worker';
import type { ReviewSettings } from '../activities/review/activities';
import type { DeliverySettings } from '../activities/events/deliver';
import type { Timing } from '../../workflows/task/timing';
import { type Config, temporalSettings } from '../config';
import type { ConcurrencyConfig } from '../config/schema';
import type { Connections } from '../connections';
import type { Destinations } from '../destinations';
import type { Logger } from '../log';
import type { Metrics } from '../observability/metrics';
import type { Tracing } from '../observability/tracing';
import type { FairnessSetting } from '../pacing';
import { type Blobs, openBlobs } from '../storage/blobs';
import { Buckets } from '../storage/buckets';
import type { LabelledConnections } from '../tasks/bulk';
import type { NameSources } from '../tasks/search-names';
import type { Keyring, TemporalSettings } from '../temporal';
import type { ResponseLimits } from '../temporal/response-limits';
import { callbackSecret } from './callback-secret';
import type { ConnectionSettings } from './connection-services';
import type { Parts } from './parts';

export interface WorkersSettings {
	temporal: TemporalSettings & { fairness: FairnessSetting };
	keyring: Keyring;
	connections: Readonly<Record<string, ConnectionSettings>>;
	timing: Config['timing'];
	/** Other times of tasks and activities than the defaults. */
	times?: Partial<Timing>;
	/** Finds connections by their labels, and agents by their names, for bulk actions, and connections to one service. */
	labelled: LabelledConnections & NameSources['connections'] & Pick<Connections, 'ofService'>;
	concurrency: ConcurrencyConfig;
	deliveries: Omit<DeliverySettings, 'receivers'>;
	destinations: Destinations;
	blobs: Blobs;
	buckets: Buckets;
	events: { webhookHosts: readonly string[] };
	/** Which hosts sets of knowledge may be fetched from, and folders beside the worker by their names. */
	knowledge: Config['knowledge'];
	reviews: ReviewSettings;
	log: Logger;
	/** Metrics of the workers. Default: none. */
	metrics?: Metrics;
	/** Sender of traces. Default: none. */
	tracing?: Tracing | null;
	/** How long callers wait for Temporal. Default: those of the product. */
	responseLimits?: ResponseLimits;
	/** Replaces the built bundle. */
	workflowBundle?: WorkerOptions['workflowBundle'];
}

/** The gateway's public address. */
function publicUrlOf({ gateway: { publicUrl, host, port } }: Config): string {
	return publicUrl ?? `http://${host}:${port}`;
}

/** What the workers take of a process. */
export function workersSettings({ connections, ...parts }: Parts): WorkersSettings {
	const { config, times, log, keyring, destinations, metrics, tracing, responseLimits } = parts;
	return {
		temporal: { ...temporalSettings(config), fairness: config.temporal.fairness },
		keyring,
		connections: config.connections,
		labelled: connections,
		timing: config.timing,
		...(times && { times }),
		blobs: openBlobs(config.blobs, keyring),
		concurrency: config.concurrency,
		buckets: new Buckets(config.buckets),
		destinations,
		deliveries: { allowedHosts: config.gateway.callbackHosts, signingSecret: callbackSecret(config, keyring) },
		events: config.events,
		knowledge: config.knowledge,
		reviews: { publicUrl: publicUrlOf(config), mail: config.mail },
		log,
		metrics,
		tracing,
		responseLimits,
	};
}
