import { z } from 'zod';
import { taskListItemSchema, taskTypeSchema } from './task';

/** The console asks for today. A longer time would count thousands. */
const LONGEST_DAYS = 31;
const DAY_MS = 24 * 3_600_000;

export const overviewQuery = z.strictObject({
	since: z.iso
		.datetime({ offset: true, error: 'must be a time such as 2026-11-20T00:00:00Z' })
		.refine((time) => !(Date.now() - Date.parse(time) > LONGEST_DAYS * DAY_MS), `is more than ${LONGEST_DAYS} days ago`)
		.optional()
		.describe('Tasks that failed since then are counted. Default: the last 24 hours'),
});

const someTasks = z.object({
	count: z.int(),
	items: z.array(taskListItemSchema).describe('The newest ones, at most five'),
});

const failedTasks = z.object({
	count: z.int(),
	items: z
		.array(taskListItemSchema.extend({ reason: z.string().nullable().describe('Why it failed') }))
		.describe('The newest ones, at most five'),
});

const troubledScheduleSchema = z.object({
	id: z.string(),
	type: taskTypeSchema,
	connection: z.string(),
	timeZone: z.string(),
	paused: z.boolean(),
	trouble: z
		.enum(['failed', 'missed'])
		.describe('failed: the last run did not do what was asked. missed: runs were missed since the one before'),
	taskId: z.string().describe('The last run that has ended'),
	dueAt: z.string().describe('When it was due, ISO 8601 UTC'),
	message: z.string().describe('One sentence for a person'),
});

/** What needs a person, and what happens now. */
export const overviewSchema = z.object({
	since: z.string().describe('Since when failed tasks are counted, ISO 8601 UTC'),
	waiting: someTasks.describe('Tasks that wait for a person'),
	running: someTasks.describe('Running tasks that wait for nobody, without child tasks'),
	failed: failedTasks.describe('Tasks that failed or timed out, without child tasks'),
	blockedSyncs: someTasks.describe('Running syncs that do not move'),
	schedules: z
		.object({ count: z.int(), items: z.array(troubledScheduleSchema).describe('At most five') })
		.describe('Schedules whose last run failed or was missed'),
	undelivered: z
		.object({ count: z.int(), subscriptions: z.int(), since: z.string().nullable() })
		.describe('Messages to subscriptions that do not arrive: how many, to how many, and since when (ISO 8601 UTC)'),
});
