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
import { withDeadline } from './with-deadline';

/** What the gateway knows of tasks: it starts, shows and changes them. Each service has a deadline. */
export function taskServices(parts: Parts, store: BlobStore) {
	const { config, log, keyring, client, connections, metrics } = parts;
	const frozen = frozenTimes(parts);
	const service = new TemporalTaskService(client, { keyring, ...frozen });
	const waits = new TemporalWaitService(client, service, config.gateway.callbackHosts);
	const schedules = new TemporalScheduleService(client, { keyVersion: keyring.current, ...frozen });
	const overview = () => readOverview({ client, tasks: service, schedules, connections: connections.names });
	const troubles = new Troubles({ client, tasks: service, schedules });
	new OverviewMetrics(metrics.registry, overview, log);
	return {
		tasks: withDeadline<TaskService>(client, service),
		waits: withDeadline<WaitService>(client, waits),
		overview: withDeadline<OverviewReader>(client, new TemporalOverview(client, troubles)),
		incidents: withDeadline<IncidentService>(client, new TemporalIncidents(client, schedules, troubles)),
		timelines: withDeadline<TaskTimelines>(client, new TemporalTaskTimelines(client)),
		schedules: withDeadline<ScheduleService>(client, schedules),
		actions: withDeadline<TaskActions>(client, new TemporalTaskActions(client)),
		handOuts: withDeadline<HandOutService>(client, new TemporalHandOutService(client)),
		retries: withDeadline<TaskRetries>(client, new TemporalTaskRetries(client, service)),
		reviews: withDeadline<ReviewService>(client, new TemporalReviewService(client, service, store)),
	};
}
