import type { Config } from '../config';
import type { GatewayServices } from '../gateway/services';
import type { HookService } from '../hooks/hook-service';
import { TemporalHookService } from '../hooks/temporal-hook-service';
import { StoredUsage } from '../observability/usage/read-usage';
import { type PersonService, SealedRequests, TemporalPersonService } from '../privacy';
import { openBlobs } from '../storage/blobs';
import { Buckets } from '../storage/buckets';
import { StoredPreviews } from '../tasks/bulk';
import { NameSearch } from '../tasks/search-names';
import { type SubscriptionService, TemporalSubscriptionService } from '../webhooks';
import type { TaskResends } from '../webhooks/task-resends';
import { TemporalTaskResends } from '../webhooks/temporal-task-resends';
import { frozenTimes, type Parts } from './parts';
import { taskServices } from './task-services';
import { deadlines } from './with-deadline';

/** What the routes of the gateway call. A service that asks Temporal has a deadline. */
export function gatewayServices(parts: Parts): GatewayServices {
	const { config, log, keyring, client, connections, metrics } = parts;
	const { destinations, destinationEdits, tokens, people, tracing, retentionHours } = parts;
	const frozen = frozenTimes(config.timing, parts.times);
	const inTime = deadlines(client, parts.responseLimits);
	const blobs = openBlobs(config.blobs, keyring);
	const requests = new SealedRequests(blobs.store, keyring);
	const persons = new TemporalPersonService(client, {
		keyring,
		requests,
		connections: () => connections.names,
		timing: frozen.timing,
	});
	const services = taskServices(parts, blobs.store);
	const names = new NameSearch({ ...services, connections });
	return {
		...services,
		names,
		bulkPreviews: new StoredPreviews({ ...services, connections, names }, blobs),
		config: config.gateway,
		tokens,
		people,
		registry: metrics.registry,
		tracing,
		hooks: config.hooks,
		collected: inTime<HookService>(new TemporalHookService(client, () => ({ keyVersion: keyring.current, ...frozen }))),
		logger: log,
		persons: inTime<PersonService>(persons),
		resends: inTime<TaskResends>(new TemporalTaskResends(client)),
		destinations,
		destinationEdits,
		connections,
		usage: new StoredUsage(blobs.store, () => connections.settings),
		blobs,
		buckets: new Buckets(config.buckets),
		keyring,
		subscriptions: inTime<SubscriptionService>(new TemporalSubscriptionService(client, keyring)),
		sendsMail: config.mail !== undefined,
		webhookHosts: config.events.webhookHosts,
		temporalPages: temporalPagesOf(config),
		retentionHours,
	};
}

function temporalPagesOf({ temporal: { uiUrl, namespace } }: Config): string | null {
	return uiUrl === undefined ? null : `${uiUrl}/namespaces/${encodeURIComponent(namespace)}`;
}
