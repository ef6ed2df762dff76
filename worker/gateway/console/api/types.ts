import type { z } from 'zod';
import type { TokenRole } from '../../../config';
import type {
	agentListSchema,
	bucketListSchema,
	connectionListSchema,
	destinationListSchema,
	mailboxListSchema,
	refusedLeadsSchema,
	reviewSchema,
	ScheduleBody as ScheduleBodyOfTask,
	scheduleListSchema,
	schedulePreviewSchema,
	scheduleViewSchema,
	taskCheckedSchema,
	taskDetailsSchema,
	taskPageSchema,
	taskProgressSchema,
	taskStartedSchema,
	taskTypeListSchema,
	taskViewSchema,
	whoamiSchema,
} from '../../schemas';

/**
 * What the console reads, as the gateway's own schemas have it. Only types are imported, so the bundle has no zod. When
 * a schema changes, the compiler shows which component no longer fits.
 */

export type Role = TokenRole;
export type WhoAmI = z.output<typeof whoamiSchema>;
export type Progress = z.output<typeof taskProgressSchema>;
export type Task = z.output<typeof taskViewSchema>;
export type TaskPage = z.output<typeof taskPageSchema>;
export type TaskItem = TaskPage['items'][number];
export type TaskDetails = z.output<typeof taskDetailsSchema>;
export type Review = z.output<typeof reviewSchema>;
export type TaskTypeList = z.output<typeof taskTypeListSchema>;
export type TaskType = TaskTypeList['items'][number];
export type RefusedLeadList = z.output<typeof refusedLeadsSchema>;
export type RefusedLead = RefusedLeadList['items'][number];
export type ConnectionList = z.output<typeof connectionListSchema>;
export type DestinationList = z.output<typeof destinationListSchema>;
export type Destination = DestinationList['items'][number];
export type ScheduleList = z.output<typeof scheduleListSchema>;
export type Schedule = ScheduleList['items'][number];
export type AgentList = z.output<typeof agentListSchema>;
export type MailboxList = z.output<typeof mailboxListSchema>;
export type BucketList = z.output<typeof bucketListSchema>;
export type ScheduleView = z.output<typeof scheduleViewSchema>;
export type SchedulePreview = z.output<typeof schedulePreviewSchema>;
/** What is saved. The form makes the input of the chosen task, and the gateway checks it. */
export type ScheduleBody = Omit<ScheduleBodyOfTask, 'input' | 'cron'> & { input: object; cron: string[] };
export type TaskStarted = z.output<typeof taskStartedSchema>;
export type TaskChecked = z.output<typeof taskCheckedSchema>;
export type { FieldForm } from '../../../../workflows/task/field-form';
