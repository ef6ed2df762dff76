import { z } from 'zod';
import { INCIDENT_KINDS } from '../../tasks/incidents';
import { taskTypeSchema } from './task';

const openIncidentSchema = z.object({
	kind: z
		.enum(INCIDENT_KINDS)
		.describe(
			'connection: no call of it works. sync: syncs do not move. schedule: the last run failed or was missed. tasks: tasks failed. decision: tasks wait for a person',
		),
	connection: z.string(),
	title: z.string().describe('One line for a person'),
	reason: z.string().describe('In the words of the service, the destination or the task. Empty if there are none'),
	since: z.string().describe('Since when, ISO 8601 UTC'),
	blocks: z
		.object({ syncs: z.int(), tasks: z.int(), schedules: z.int() })
		.describe('What it blocks, or how many of them failed'),
	todo: z.string().describe('What to do'),
	taskId: z.string().nullable().describe('The task to look at. Null if there are several or none'),
	taskType: taskTypeSchema.optional().describe('The type of the tasks, if it is about tasks of one type'),
});

const recoveredSchema = z.object({
	kind: z.enum(['connection', 'sync', 'schedule']),
	connection: z.string().nullable(),
	title: z.string(),
	since: z.string().describe('Since when it was wrong, ISO 8601 UTC'),
	recoveredAt: z.string().describe('Since when it works again, ISO 8601 UTC'),
	taskId: z.string().nullable(),
});

/** What is wrong now, and what works again. */
export const incidentsSchema = z.object({
	open: z
		.array(openIncidentSchema)
		.describe(
			'Failing connections first, then syncs, schedules, failed tasks and decisions. Of each kind the oldest first',
		),
	recovered: z.array(recoveredSchema).describe('Within the last 24 hours, newest first, at most 100'),
});
