import { z } from 'zod';
import {
	BLOCKED_BY,
	CONNECTION_FAULTS,
	type Ended,
	EVENT_TYPES,
	type EventData,
	type EventType,
	type TaskEvent,
} from '../../workflows/task/event';
import { TONES } from '../../workflows/task/outcomes';
import { weekSchema } from '../../workflows/weekly-report/contract';

const errorSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string(),
	issues: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** How a task ended, by the table of outcomes. */
export const endedSchema: z.ZodType<Ended> = z.object({
	outcome: z.string().describe('The outcome in a word for programs'),
	word: z.string().describe('The same for people'),
	tone: z.enum(TONES).describe('The colour: good, attention, bad or quiet'),
	needsAttention: z.boolean().describe('Whether somebody has to look, although nobody asked for this end'),
});

const needsAttention = z
	.boolean()
	.exactOptional()
	.describe('Whether somebody has to look. Then a task.failed is sent as well');
const ended = endedSchema.exactOptional().describe('How the task ended');
const cause = z.string().exactOptional().describe('The type of the error that most agents, sources or addresses have');

/** The data of each type of event, also in the gateway's OpenAPI document. */
export const eventDataSchemas: { [Type in EventType]: z.ZodType<EventData[Type]> } = {
	'task.completed': z.object({
		status: z.literal('completed'),
		succeeded: z.boolean().exactOptional().describe('Whether the task did what was asked'),
		needsAttention,
		ended,
		cause,
		summary: z
			.string()
			.exactOptional()
			.describe('What it did beyond its word, such as which sources a retrain changed'),
		error: errorSchema
			.nullable()
			.exactOptional()
			.describe('What it did not do, with an issue for each agent, source or address. Null if it succeeded'),
	}),
	'task.failed': z.object({
		status: z
			.enum(['failed', 'timed_out', 'cancelled', 'completed'])
			.describe('completed: the task came to its end, and did not do what was asked'),
		error: errorSchema.nullable(),
		ended,
		cause,
	}),
	'review.requested': z.object({
		question: z.int(),
		kind: z.enum(['approval', 'uncertain']),
		hash: z.string(),
		subject: z.string(),
		expiresAt: z.string(),
		keyVersion: z.string(),
		reminder: z.boolean(),
	}),
	'email.outcome': z.object({
		outcome: z.string(),
		sessionId: z.string().nullable(),
		outcomes: z.array(
			z.object({
				address: z.string(),
				status: z.string(),
				occurredAt: z.string().nullable(),
				reason: z.string().nullable(),
			}),
		),
		needsAttention,
	}),
	'schedule.digest': z.object({
		message: z.string(),
		counts: z.record(z.string(), z.number()),
		allWell: z.boolean(),
		needsAttention,
	}),
	'sync.blocked': z.object({
		agentId: z.string().nullable(),
		destination: z.string(),
		cause: z.enum(BLOCKED_BY),
		reason: z.string(),
		since: z.string(),
		leadsRefused: z.number(),
	}),
	'lead.refused': z.object({
		agentId: z.string(),
		destination: z.string(),
		count: z.number(),
		leads: z.array(z.object({ leadId: z.number(), reason: z.string() })),
	}),
	'report.ready': z.object({
		week: weekSchema.describe('First and last day, and the time zone of both'),
		agents: z.int().describe('How many agents the report is about'),
		agent: z.string().exactOptional().describe('The name of the agent, if the report is about one'),
		measures: z
			.array(
				z.object({
					name: z.string(),
					now: z.number(),
					before: z.number().nullable(),
					lacking: z.int().exactOptional(),
				}),
			)
			.describe(
				'Over all agents. before: of the week before, null if it is not known. lacking: of how many agents the number could not be read. A number that is not known is missing',
			),
	}),
	'task.late': z.object({
		source: z.enum(['schedule', 'hook']),
		name: z.string().describe('Of the schedule or the hook'),
		state: z.enum(['running', 'not_begun']),
		finishBy: z.string().describe('When the run should be done, ISO 8601 UTC'),
		expectedAt: z.string().nullable().describe('When it will probably be done, ISO 8601 UTC. Null: nobody can say'),
		message: z.string(),
	}),
	'sync.resumed': z.object({
		agentId: z.string().nullable(),
		destination: z.string(),
		cause: z.enum(BLOCKED_BY).describe('What had blocked the sync'),
		since: z.string().describe('Since when it was blocked, ISO 8601 UTC'),
		resumedAt: z.string().describe('Since when it moves again, ISO 8601 UTC'),
		blockedSeconds: z.number().describe('How long it was blocked'),
		caughtUp: z.number().describe('Leads, or messages of conversations, written since it was reported as blocked'),
		leadsRefused: z.number(),
	}),
	'schedule.recovered': z.object({
		scheduleId: z.string(),
		failedTaskId: z.string().describe('The last run before this one that did not do what it should'),
		failedDueAt: z.string().describe('When that run was due, ISO 8601 UTC'),
		trouble: z.enum(['failed', 'missed']),
		reason: z.string().describe('What was wrong with that run'),
		dueAt: z.string().describe('When the run that did what it should was due, ISO 8601 UTC'),
	}),
	'connection.failing': z.object({
		cause: z.enum(CONNECTION_FAULTS),
		reason: z.string(),
		since: z.string().describe('The first call that failed, ISO 8601 UTC'),
		blocks: z
			.object({ syncs: z.number(), tasks: z.number(), schedules: z.number() })
			.describe('Running syncs and other tasks of the connection, and its schedules'),
	}),
	'connection.recovered': z.object({
		cause: z.enum(CONNECTION_FAULTS),
		reason: z.string(),
		since: z.string().describe('The first call that failed, ISO 8601 UTC'),
		recoveredAt: z.string().describe('Since when calls work again, ISO 8601 UTC'),
		failedSeconds: z.number().describe('How long no call worked'),
		failedTasks: z.number().describe('Tasks of the connection that ended since, and that somebody has to look at'),
	}),
};

const dataSchema = z.union(Object.values(eventDataSchemas));

const incidentSchema = z.object({
	count: z.int(),
	toldBefore: z.int(),
	failures: z.array(
		z.object({
			taskId: z.string(),
			taskType: z.string(),
			agentId: z.string().nullable(),
			connection: z.string().nullable().exactOptional(),
			reason: z.string(),
		}),
	),
});

/** An event as workflows pass it on. */
export const taskEventSchema: z.ZodType<TaskEvent> = z.object({
	sample: z.literal(true).exactOptional(),
	incident: incidentSchema.exactOptional(),
	follows: z.object({ id: z.string(), at: z.string() }).exactOptional(),
	mends: z.array(z.string()).exactOptional(),
	id: z.string(),
	type: z.enum(EVENT_TYPES),
	at: z.string(),
	task: z.object({
		id: z.string(),
		type: z.string(),
		connection: z.string().nullable(),
		agentId: z.string().nullable(),
	}),
	data: dataSchema,
});
