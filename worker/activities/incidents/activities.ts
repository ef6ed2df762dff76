import type { Client } from '@temporalio/client';
import { z } from 'zod';
import type { ConnectionIncidentActivities } from '../../../workflows/connection-incident/activities';
import type { ScheduleRecoveryActivities } from '../../../workflows/task/schedule';
import type { TaskService } from '../../tasks';
import { connectionWork, failedTasksOf } from '../../tasks/connections';
import { findScheduleTrouble } from '../../tasks/overview';
import type { ScheduleService } from '../../tasks/schedules';
import { TakeOvers } from '../../tasks/take-overs';
import { checked } from '../task/arguments';

const nameSchema = z.string().min(1);
const timeSchema = z.iso.datetime({ offset: true });

/** What incidents need to know of tasks and schedules. */
export function incidentActivities(
	client: Client,
	tasks: Pick<TaskService, 'get'>,
	schedules: Pick<ScheduleService, 'list'>,
): ConnectionIncidentActivities & ScheduleRecoveryActivities {
	// One for all reads, because it keeps what it found.
	const lists = { client, takeOvers: new TakeOvers(client) };
	return {
		countConnectionWork: (connection) => connectionWork(client, schedules, checked(nameSchema, connection)),
		countTasksFailedSince: (connection, since) =>
			failedTasksOf(lists, checked(nameSchema, connection), checked(timeSchema, since)),
		findScheduleTrouble: (scheduleId, taskId) =>
			findScheduleTrouble(client, tasks, checked(nameSchema, scheduleId), checked(nameSchema, taskId)),
	};
}
