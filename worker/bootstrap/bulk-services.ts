import type { Client } from '@temporalio/client';
import type { BulkServices } from '../activities/bulk-action/activities';
import {
	type TaskActions,
	type TaskRetries,
	type TaskService,
	TemporalTaskActions,
	TemporalTaskRetries,
	TemporalTaskService,
} from '../tasks';
import { type ScheduleService, TemporalScheduleService } from '../tasks/schedules';
import type { TaskResends } from '../webhooks/task-resends';
import { TemporalTaskResends } from '../webhooks/temporal-task-resends';
import { withDeadline } from './with-deadline';
import type { WorkersSettings } from './workers-settings';

/** What bulk actions do with tasks, syncs and schedules: the same as the gateway, with the same deadlines. */
export function bulkServices(
	client: Client,
	{
		keyring,
		timing: { settleMs },
		times,
		labelled,
	}: Pick<WorkersSettings, 'keyring' | 'timing' | 'times' | 'labelled'>,
): BulkServices {
	const frozen = { settleMs, ...(times === undefined ? {} : { timing: times }) };
	const tasks = new TemporalTaskService(client, { keyring, ...frozen });
	const schedules = new TemporalScheduleService(client, { keyVersion: keyring.current, ...frozen });
	const resends = withDeadline<TaskResends>(client, new TemporalTaskResends(client));
	return {
		tasks: withDeadline<TaskService>(client, tasks),
		retries: withDeadline<TaskRetries>(client, new TemporalTaskRetries(client, tasks)),
		actions: withDeadline<TaskActions>(client, new TemporalTaskActions(client)),
		schedules: withDeadline<ScheduleService>(client, schedules),
		connections: labelled,
		resend: (id, idempotencyKey) => resends.resend(id, idempotencyKey),
	};
}
