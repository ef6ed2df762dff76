import { z } from 'zod';
import { leadSchema } from '../../../api';
import { TASK_TYPES } from '../../../workflows/contracts';
import { syncedAgentSchema } from '../../../workflows/lead-sync/contract';
import { retrainAuditSchema } from '../../../workflows/retrain/contract';
import { asParameter, type TaskFilterName, taskFilters } from '../../../workflows/task/filter-contract';
import { UNSEARCHABLE } from '../../../workflows/task/searchable-text';
import { ADDRESS_LENGTH, executionSchema, FLOW_LENGTH, lookedExecutionSchema } from '../../tasks/executions';
import { TAKEN_OVER_BY, TAKEN_OVER_STATES, TASK_STATUSES, WAIT_STATUSES } from '../../tasks';
import { endedSchema } from '../../webhooks/event-schema';
import { resentSchema } from '../../webhooks/task-resends';
import { errorSchema, gatewayIdSchema, knownName, yesOrNo } from './fields';

/** Longest pause of a long poll, in seconds. */
export const LONGEST_WAIT_SECONDS = 60;

export const taskIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the task'),
});

export const taskTypeSchema = knownName(TASK_TYPES);
const taskStatusSchema = z.enum(TASK_STATUSES);
const linksSchema = z.object({ self: z.string() });

export const taskProgressSchema = z.looseObject({
	message: z.string().describe('One sentence for a person: what the task does, or how it ended'),
	runId: z.string().optional(),
	phase: z.string().optional(),
	pagesCompleted: z.int().optional(),
	pagesTotal: z.int().optional(),
	pagesFailed: z.int().optional(),
	itemsDone: z.int().optional().describe('Of a task of many items: the number of finished items, failed ones included'),
	itemsTotal: z.int().optional(),
	itemsFailed: z.int().optional(),
	canChat: z.boolean().optional(),
	callsPerRound: z.int().optional().describe('Of a sync of conversations: calls of the API in the last complete round'),
	destination: z.string().optional().describe('Of a sync: its destination'),
	agents: z.int().optional().describe('Of a sync of several agents: the number of agents'),
	flow: z.string().optional().describe('Of a sync into an n8n flow: the name of the flow'),
	upToDateAt: z
		.string()
		.optional()
		.describe('Of a sync, ISO 8601 UTC: it has read every lead captured, or every change shown, until then'),
	lagSeconds: z
		.int()
		.optional()
		.describe('Of a running sync: seconds since upToDateAt. Until its first pass has ended: since its start'),
	nextAt: z
		.string()
		.optional()
		.describe('The next look of a sync, or the next attempt of a failed request, ISO 8601 UTC'),
	dueAt: z.string().optional().describe('When a blocked sync was due to look, ISO 8601 UTC'),
	problem: z
		.object({ type: z.string(), title: z.string(), detail: z.string() })
		.optional()
		.describe('What blocks the task now. The task continues by itself when this has ended'),
	at: z.string().describe('When this was true, ISO 8601 UTC'),
});

/** A task with its state, its progress and its result. */
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
		.describe("The task's result. If a task of many items did not complete: its partial result"),
	fileGone: z
		.string()
		.optional()
		.describe(
			'Why the gateway no longer has a file of the result, such as an erasure. Its link is then null. Only GET /v1/tasks/{id} looks',
		),
	error: errorSchema
		.extend({
			audit: retrainAuditSchema
				.optional()
				.describe(
					'If the end or effect of a retrain is uncertain: its requests, the state noted before them, and each look',
				),
		})
		.nullable()
		.describe('Why it did not complete'),
	succeeded: z
		.boolean()
		.nullable()
		.describe(
			'Whether the task did what was asked. A completed task may have done a part of it, or nothing. Null while it runs',
		),
	outcome: z
		.string()
		.nullable()
		.describe('The outcome in a word: the status, or for a completed task completed, partly_failed, sent, rejected …'),
	ended: endedSchema
		.nullable()
		.describe(
			'How the task ended, for people and also in lists: the word, its colour, and whether somebody has to look. Null while it runs',
		),
	takenOver: z
		.object({
			by: z
				.enum(TAKEN_OVER_BY)
				.describe(
					'retry: a task for its failed items. later_run: a later task for the same work, such as the next run of its schedule. its_tasks: the tasks that it had started were retried',
				),
			taskId: z.string().nullable().describe('The other task. Null if there are several'),
			state: z.enum(TAKEN_OVER_STATES),
		})
		.nullable()
		.default(null)
		.describe('What does again what the task left undone, so it no longer needs a look. Null: nothing does'),
	leftToNextRun: z
		.boolean()
		.default(false)
		.describe('Whether the next run of its schedule covers its part, so it cannot be retried'),
	reason: z.string().nullable().describe('Why the task did not succeed. Null while it runs and if it succeeded'),
	waitsForPerson: z.boolean().describe('Whether the task waits until a person decides or acts'),
	execution: executionSchema
		.nullable()
		.default(null)
		.describe('Of a task that asks a person: the newest execution of an n8n flow that waited for it'),
	connectionMissing: z
		.boolean()
		.default(false)
		.describe(
			'Whether it runs and the configuration no longer has its connection: it waits until somebody adds it again',
		),
	links: linksSchema,
});

/** For people who look after a task. */
export const taskDetailsSchema = z.object({
	id: z.string(),
	input: z
		.looseObject({})
		.describe('The input, without contents and personal data. Some lists are given by their length, as <field>Count'),
	parentId: z.string().nullable().describe('The task that has started this one. Null if no task has'),
	failures: z
		.array(z.object({ path: z.string(), message: z.string() }))
		.describe(
			'Of an ended task of many items: what did not succeed (an agent, a source or an address), each with its reason',
		),
	startsTasks: z.boolean().describe('Whether the task starts others, which GET /v1/tasks?parent= lists'),
	temporalUrl: z.string().nullable().describe("The task in Temporal's pages. Null if temporal.uiUrl is not set"),
	execution: lookedExecutionSchema
		.nullable()
		.default(null)
		.describe('The execution of an n8n flow that waits for it. Null: none does, or the task asks no person'),
	reviewPath: z
		.string()
		.nullable()
		.describe(
			'The page to decide its open question, which is a secret. Null if it has none, or if the token may not decide',
		),
});

/** What does not prevent a start, and its caller should know. */
export const startWarningsSchema = z.array(
	z.object({
		type: z
			.enum(['nobody_notified', 'not_checked'])
			.describe(
				'nobody_notified: no one is notified of the review. not_checked: the key had reached its limit, so the task itself finds out whether what it names exists',
			),
		path: z.string().describe('The field of the input that it is about'),
		message: z.string(),
	}),
);

/** Of a start that could not check everything. */
export const startWarnings = {
	warnings: startWarningsSchema
		.optional()
		.describe('What was not checked before the start. Absent: nothing is missing'),
};

export const taskStartedSchema = taskViewSchema
	.pick({ id: true, type: true, status: true, links: true })
	.extend(startWarnings);

/** What a check found that does not prevent a start. */
export const taskCheckedSchema = z.object({
	warnings: startWarningsSchema.describe('What the caller should know before the start'),
});

/** A task in a list has no result and no error, and so nothing that follows from them. */
export const taskListItemSchema = taskViewSchema
	.omit({ result: true, fileGone: true, error: true, succeeded: true, outcome: true })
	.extend({
		// The default is for the command line, while an older gateway responds.
		reason: z
			.string()
			.nullable()
			.default(null)
			.describe('With reasons=true: why an ended task that somebody has to look at did not succeed. Otherwise null'),
	});

export const taskPageSchema = z.object({
	items: z.array(taskListItemSchema),
	nextPageToken: z.string().nullable().describe('The pageToken of the next page. Null on the last page'),
});

/** Tasks on one page of a list. */
const MOST_LISTED = 100;

const queriedId = gatewayIdSchema.refine((id) => !UNSEARCHABLE.test(id), 'is not the id of a task');
/** In UTC with milliseconds, as Temporal compares it. */
const inUtc = (time: z.ZodISODateTime) => time.transform((text) => new Date(text).toISOString());

/** The filters as parameters, with what reads those that come as text. */
const listFilters = {
	type: asParameter(taskFilters.type, taskTypeSchema),
	status: asParameter(taskFilters.status),
	connection: asParameter(taskFilters.connection),
	agentId: asParameter(taskFilters.agentId),
	needsAttention: asParameter(taskFilters.needsAttention, yesOrNo),
	waitsForPerson: asParameter(taskFilters.waitsForPerson, yesOrNo),
	ended: asParameter(taskFilters.ended, yesOrNo),
	search: asParameter(taskFilters.search),
	startedFrom: asParameter(taskFilters.startedFrom, inUtc(taskFilters.startedFrom.schema)),
	startedBefore: asParameter(taskFilters.startedBefore, inUtc(taskFilters.startedBefore.schema)),
	endedFrom: asParameter(taskFilters.endedFrom, inUtc(taskFilters.endedFrom.schema)),
	endedBefore: asParameter(taskFilters.endedBefore, inUtc(taskFilters.endedBefore.schema)),
	parent: asParameter(taskFilters.parent),
} as const satisfies Record<TaskFilterName, z.ZodType>;

export const taskListQuery = z.strictObject({
	id: z
		.union([queriedId, z.array(queriedId).max(MOST_LISTED)])
		.transform((ids) => [ids].flat())
		.optional()
		.describe(`Only the tasks with these ids: the parameter once for each, at most ${MOST_LISTED}`),
	...listFilters,
	fresh: yesOrNo
		.default(false)
		.describe(
			'true: the current progress of running tasks, as GET of one task returns it. false: the last reported progress',
		),
	reasons: yesOrNo
		.default(false)
		.describe(
			'true: why ended tasks that somebody has to look at did not succeed. The first read of each takes longer',
		),
	limit: z.coerce.number().int().min(1).max(MOST_LISTED).default(20),
	pageToken: z.string().min(1).optional(),
});

export const taskReadQuery = z.strictObject({
	wait: z.coerce
		.number()
		.min(0)
		.max(LONGEST_WAIT_SECONDS)
		.default(0)
		.describe('Seconds to wait for the end before the response'),
});

export type TaskListQuery = z.input<typeof taskListQuery>;
export type TaskWithLinks = z.infer<typeof taskViewSchema>;
export type TaskListItem = z.infer<typeof taskListItemSchema>;
export type TaskStarted = z.infer<typeof taskStartedSchema>;

export const taskActionParams = taskIdParams.extend({
	action: z.string().min(1).describe('An action of the task, for example sync-now, pause or resume of a lead-sync'),
});

export const taskActionBody = z
	.looseObject({})
	.nullish()
	.describe(
		'The input of the action, if it takes one. sync-now: from. retry-refused and dismiss-refused: leadIds, agentId',
	);

export const taskActionAnswer = z.object({
	message: z.string().describe('What the task does now, in one sentence'),
});

export const taskResentSchema = resentSchema.extend({
	message: z.string().describe('What is sent to how many receivers, for a person'),
});

/** Leads of a page of the list. */
const MOST_REFUSED = 500;

export const refusedLeadsQuery = z.strictObject({
	limit: z.coerce.number().int().min(1).max(MOST_REFUSED).default(MOST_REFUSED),
	pageToken: z.string().min(1).max(200).optional().describe('nextPageToken of the page before'),
	search: z
		.string()
		.max(200)
		.optional()
		.describe('Only leads with this id, or with this text in their reason, whatever its case'),
	reason: z.string().max(2_000).optional().describe('Only leads with exactly this reason'),
});

const listedRefusal = z.object({
	leadId: z.int(),
	agentId: z.string().optional().describe('Of a sync of several agents: whose lead it is'),
	reason: z.string(),
	at: z.string().describe('ISO 8601 UTC'),
	kind: z
		.enum(['refused', 'set_aside', 'written_in_part'])
		.optional()
		.describe(
			'refused: counts towards the number at which the sync stops. set_aside: the lead does not fit, and blocks nobody. written_in_part: the destination has the lead without some values. Default: refused',
		),
});

export const refusedLeadParams = taskIdParams.extend({
	leadId: z.coerce.number().int().min(1).describe('The id of the lead'),
});

export const refusedLeadQuery = z.strictObject({
	agentId: gatewayIdSchema
		.optional()
		.describe('Of a sync of several agents: whose lead it is. Default: the first with this id'),
});

export const syncedAgentsSchema = z.object({
	items: z
		.array(
			syncedAgentSchema.extend({
				name: z.string().nullable().describe('The name of the agent. Null: the key cannot read it now'),
				nextAt: z.string().optional().describe('When the sync looks for new leads of it again, ISO 8601 UTC'),
				problem: z
					.object({ type: z.string(), title: z.string(), detail: z.string() })
					.optional()
					.describe('What blocks its leads now'),
			}),
		)
		.describe('In the order in which the sync came to know them. Empty: the sync is one of a single agent'),
});

export const refusedLeadSchema = listedRefusal.extend({
	lead: leadSchema.describe('The lead as the service has it now'),
});

export const refusedLeadsSchema = z.object({
	items: z.array(listedRefusal).describe('Oldest first'),
	nextPageToken: z.string().nullable(),
	total: z
		.int()
		.describe('All leads of the list. The sync stops when another page of leads might exceed 500 of the kind refused'),
	matchingLeadIds: z.array(z.int()).describe('Ids of all leads that match the query, on whatever page'),
	reasons: z
		.array(z.object({ reason: z.string(), count: z.int() }))
		.describe('The reasons of all refused leads, the most frequent first'),
});

export const waitIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the wait'),
});

const callbackUrlSchema = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

export const waitCheckBody = z.strictObject({
	callbackUrl: callbackUrlSchema.describe('Where the callback of a later wait would go'),
});

export const waitCheckedSchema = z.object({ ok: z.literal(true) });

export const waitBodySchema = z.strictObject({
	taskIds: z
		.array(gatewayIdSchema)
		.min(1, 'is empty; name at least one task')
		.max(100, 'has more than 100 ids; wait for fewer tasks at once'),
	callbackUrl: callbackUrlSchema.describe(
		'Receives one POST of {"waitId"}. With flow, also GETs, which look whether n8n still waits. Its host must be one of callbackHosts',
	),
	executionId: z.string().min(1),
	nodeId: z.string().min(1),
	runIndex: z.int().min(0),
	flow: z
		.strictObject({
			name: z.string().trim().min(1).max(FLOW_LENGTH),
			url: callbackUrlSchema.max(ADDRESS_LENGTH).describe('The page of the execution in n8n'),
			executionId: z
				.string()
				.min(1)
				.max(FLOW_LENGTH)
				.optional()
				.describe('The id that n8n shows to people. Default: executionId of the wait'),
		})
		.optional()
		.describe('The execution of n8n that waits there. Reviews and tasks show it. Default: nobody can say'),
	deadlineSeconds: z
		.int()
		.min(1)
		.nullish()
		.describe('The callback comes after this number of seconds even if tasks still run. Null: no deadline'),
});

export const waitStartedSchema = z.object({ id: z.string(), links: z.object({ self: z.string() }) });

export const waitViewSchema = z.object({
	id: z.string(),
	status: z.enum(WAIT_STATUSES),
	tasks: z.array(taskViewSchema).describe('In the order of taskIds'),
});

export type WaitView = z.infer<typeof waitViewSchema>;
