import { readOverview } from '../observability/read-overview';
import { OverviewMetrics } from '../observability/overview-metrics';
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
import { type IncidentService, TemporalIncidents } from '../tasks/incidents';
import { type OverviewReader, TemporalOverview, Troubles } from '../tasks/overview';
import { type ReviewService, TemporalReviewService } from '../tasks/reviews';
import { type ScheduleService, TemporalScheduleService } from '../tasks/schedules';
import { type TaskTimelines, TemporalTaskTimelines } from '../tasks/timeline';
import { frozenTimes, type Parts } from './parts';
import type { BlobStore } from '../storage/blobs';
import { subscriptionsTo } from '../webhooks';
import { deadlines } from './with-deadline';

/** What the gateway knows of tasks: it starts, shows and changes them. Each service has a deadline. */
export function taskServices(parts: Parts, store: BlobStore) {
	const { config, log, keyring, client, connections, metrics, responseLimits } = parts;
	const inTime = deadlines(client, responseLimits);
	const frozen = frozenTimes(config.timing, parts.times);
	const service = new TemporalTaskService(client, { keyring, ...frozen });
	const waits = new TemporalWaitService(client, service, config.gateway.callbackHosts);
	const schedules = new TemporalScheduleService(client, { keyVersion: keyring.current, ...frozen });
	const overview = () =>
		readOverview({ client, tasks: service, schedules, connections: connections.names }, responseLimits);
	const troubles = new Troubles({ client, tasks: service, schedules });
	new OverviewMetrics(metrics.registry, overview, log);
	return {
		tasks: inTime<TaskService>(service),
		waits: inTime<WaitService>(waits),
		overview: inTime<OverviewReader>(new TemporalOverview(client, troubles)),
		incidents: inTime<IncidentService>(new TemporalIncidents(client, schedules, troubles)),
		timelines: inTime<TaskTimelines>(new TemporalTaskTimelines(client, (within) => subscriptionsTo(client, within))),
		schedules: inTime<ScheduleService>(schedules),
		actions: inTime<TaskActions>(new TemporalTaskActions(client)),
		handOuts: inTime<HandOutService>(new TemporalHandOutService(client)),
		retries: inTime<TaskRetries>(new TemporalTaskRetries(client, service)),
		reviews: inTime<ReviewService>(new TemporalReviewService(client, service, store, responseLimits)),
	};
}
