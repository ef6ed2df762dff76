import type { Client } from '@temporalio/client';
import type { BulkServices } from '../activities/bulk-action/activities';
import type { EachServices } from '../activities/for-each-connection/activities';
import {
	type TaskActions,
	type TaskRetries,
	type TaskService,
	TemporalTaskActions,
	TemporalTaskRetries,
	TemporalTaskService,
} from '../tasks';
import { type ScheduleService, TemporalScheduleService } from '../tasks/schedules';
import { NameSearch } from '../tasks/search-names';
import type { TaskResends } from '../webhooks/task-resends';
import { TemporalTaskResends } from '../webhooks/temporal-task-resends';
import { RESPONSE_LIMITS } from '../temporal/response-limits';
import { frozenTimes } from './parts';
import { deadlines } from './with-deadline';
import type { WorkersSettings } from './workers-settings';

/** What bulk actions do with tasks, syncs and schedules: the same as the gateway, with the same deadlines. */
export function bulkServices(
	client: Client,
	{
		keyring,
		timing,
		times,
		labelled,
		responseLimits = RESPONSE_LIMITS,
	}: Pick<WorkersSettings, 'keyring' | 'timing' | 'times' | 'labelled' | 'responseLimits'>,
): BulkServices & EachServices {
	const frozen = frozenTimes(timing, times);
	const tasks = new TemporalTaskService(client, { keyring, ...frozen });
	const schedules = new TemporalScheduleService(client, { keyVersion: keyring.current, ...frozen });
	const inTime = deadlines(client, responseLimits);
	const resends = inTime<TaskResends>(new TemporalTaskResends(client));
	return {
		tasks: inTime<TaskService>(tasks),
		retries: inTime<TaskRetries>(new TemporalTaskRetries(client, tasks)),
		actions: inTime<TaskActions>(new TemporalTaskActions(client)),
		schedules: inTime<ScheduleService>(schedules),
		connections: labelled,
		names: new NameSearch({ connections: labelled, schedules }),
		resend: (id, idempotencyKey, within) => resends.resend(id, idempotencyKey, within),
	};
}
