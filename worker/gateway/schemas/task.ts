import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { retrainAuditSchema } from '../../../workflows/retrain/contract';
import { connectionName } from '../../config/fields';
import { TASK_STATUSES, WAIT_STATUSES } from '../../tasks';
import { resentSchema } from '../../webhooks/task-resends';
import { errorSchema, gatewayIdSchema, yesOrNo } from './fields';

/** Longest pause of a long poll, in seconds. */
export const LONGEST_WAIT_SECONDS = 60;

export const taskIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the task'),
});

export const taskTypeSchema = z.enum(TASK_TYPES);
const taskStatusSchema = z.enum(TASK_STATUSES);
const linksSchema = z.object({ self: z.string() });

export const taskProgressSchema = z.looseObject({
	message: z.string().describe('One sentence for a person: what the task does, or how it ended'),
	runId: z.string().optional(),
	phase: z.string().optional(),
	pagesCompleted: z.int().optional(),
	pagesTotal: z.int().optional(),
	pagesFailed: z.int().optional(),
	itemsDone: z.int().optional().describe('Of a task of many items: how many are done, failed ones included'),
	itemsTotal: z.int().optional(),
	itemsFailed: z.int().optional(),
	canChat: z.boolean().optional(),
	destination: z.string().optional().describe('Of a sync: where the leads go'),
	upToDateAt: z.string().optional().describe('Of a sync, ISO 8601 UTC: everything captured until then was read'),
	lagSeconds: z
		.int()
		.optional()
		.describe('Of a running sync: seconds since upToDateAt; before its first pass has ended, since its start'),
	nextAt: z.string().optional().describe('When a sync looks again, or a call that failed is made again, ISO 8601 UTC'),
	dueAt: z.string().optional().describe('When a sync that is held up should have looked, ISO 8601 UTC'),
	problem: z
		.object({ type: z.string(), title: z.string(), detail: z.string() })
		.optional()
		.describe('What the task is held up by just now: it goes on by itself when that is over'),
	at: z.string().describe('When this was true, ISO 8601 UTC'),
});

/** A task with everything that is known about it. */
export const taskViewSchema = z.object({
	id: z.string(),
	type: taskTypeSchema,
	connection: z.string(),
	agentId: z.string().nullable(),
	status: taskStatusSchema,
	stage: z.string().nullable().describe('What the task is doing, or how it ended'),
	progress: taskProgressSchema.nullable(),
	startedAt: z.string().describe('ISO 8601 UTC'),
	closedAt: z.string().nullable().describe('ISO 8601 UTC'),
	result: z
		.looseObject({})
		.nullable()
		.describe("The task's result; of a task of many items that did not complete: how far it came"),
	error: errorSchema
		.extend({
			audit: retrainAuditSchema
				.optional()
				.describe('Of a retrain whose end or effect is uncertain: requests, what was noted before them, and each look'),
		})
		.nullable()
		.describe('Why it did not complete'),
	succeeded: z
		.boolean()
		.nullable()
		.describe(
			'Whether it did what was asked; a completed task may have done a part of it, or nothing. Null while it runs',
		),
	outcome: z
		.string()
		.nullable()
		.describe(
			'What came of it, in a word: the status, or of a completed task completed, partly_failed, sent, rejected …',
		),
	reason: z.string().nullable().describe('Why it did not do what was asked; null while it runs and when it succeeded'),
	waitsForPerson: z.boolean().describe('Nothing goes on until a person decides or does something'),
	links: linksSchema,
});

/** For people who look after a task. */
export const taskDetailsSchema = z.object({
	id: z.string(),
	input: z
		.looseObject({})
		.describe(
			'What it was started with, without contents and personal data; of some lists the length, as <field>Count',
		),
	temporalUrl: z.string().nullable().describe("The task in Temporal's own pages; null: temporal.uiUrl is not set"),
	reviewPath: z
		.string()
		.nullable()
		.describe(
			'The page on which its open question is decided, a secret; null: there is none, or the token may not decide',
		),
});

export const taskStartedSchema = taskViewSchema.pick({ id: true, type: true, status: true, links: true });

/** In a list a task comes without its result and its error, and so without what follows from them. */
const taskListItemSchema = taskViewSchema.omit({
	result: true,
	error: true,
	succeeded: true,
	outcome: true,
	reason: true,
});

export const taskPageSchema = z.object({
	items: z.array(taskListItemSchema),
	nextPageToken: z.string().nullable().describe('Ask for the next page with it; null on the last page'),
});

export const taskListQuery = z.strictObject({
	type: taskTypeSchema.optional(),
	status: taskStatusSchema.optional(),
	connection: connectionName.optional(),
	waitsForPerson: yesOrNo
		.optional()
		.describe('Only tasks in which nothing goes on until a person does something; false: only the others'),
	ended: yesOrNo.optional().describe('Only tasks that have ended; false: only those that run'),
	fresh: yesOrNo
		.default(false)
		.describe('Progress of running tasks as new as GET of one task has it; left out: as it was last reported'),
	limit: z.coerce.number().int().min(1).max(100).default(20),
	pageToken: z.string().min(1).optional(),
});

export const taskReadQuery = z.strictObject({
	wait: z.coerce
		.number()
		.min(0)
		.max(LONGEST_WAIT_SECONDS)
		.default(0)
		.describe('Seconds to wait for the end of the task before answering'),
});

export type TaskListQuery = z.input<typeof taskListQuery>;
export type TaskWithLinks = z.infer<typeof taskViewSchema>;
export type TaskListItem = z.infer<typeof taskListItemSchema>;
export type TaskStarted = z.infer<typeof taskStartedSchema>;

export const taskActionParams = taskIdParams.extend({
	action: z
		.string()
		.min(1)
		.describe('One of the actions of the task, for instance sync-now, pause or resume of a lead-sync'),
});

export const taskActionBody = z
	.looseObject({})
	.nullish()
	.describe('What goes with the action; left out where it takes nothing. sync-now: from; retry-refused: leadIds');

export const taskActionAnswer = z.object({
	message: z.string().describe('What the task makes of it, in one sentence'),
});

export const taskResentSchema = resentSchema.extend({
	message: z.string().describe('What is sent to how many, for a person'),
});

export const refusedLeadsSchema = z.object({
	items: z
		.array(z.object({ leadId: z.int(), reason: z.string(), at: z.string().describe('ISO 8601 UTC') }))
		.describe('Oldest first; at most 500'),
});

export const waitIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the wait'),
});

export const waitBodySchema = z.strictObject({
	taskIds: z
		.array(gatewayIdSchema)
		.min(1, 'is empty; name at least one task')
		.max(100, 'has more than 100 ids; wait for fewer tasks at once'),
	callbackUrl: z
		.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
		.describe('Told once, with {"waitId"}; its host must be one of callbackHosts'),
	executionId: z.string().min(1),
	nodeId: z.string().min(1),
	runIndex: z.int().min(0),
	deadlineSeconds: z
		.int()
		.min(1)
		.nullish()
		.describe('Seconds from now after which the callback comes though tasks still run; null: never'),
});

export const waitStartedSchema = z.object({ id: z.string(), links: z.object({ self: z.string() }) });

export const waitViewSchema = z.object({
	id: z.string(),
	status: z.enum(WAIT_STATUSES),
	tasks: z.array(taskViewSchema).describe('In the order of taskIds'),
});

export type WaitView = z.infer<typeof waitViewSchema>;
