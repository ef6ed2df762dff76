import { z } from 'zod';
import { BLOCKED_BY, EVENT_TYPES, type EventData, type EventType, type TaskEvent } from '../../workflows/task/event';

const errorSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string(),
	issues: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** The data of each type of event, also in the gateway's OpenAPI document. */
export const eventDataSchemas: { [Type in EventType]: z.ZodType<EventData[Type]> } = {
	'task.completed': z.object({ status: z.literal('completed') }),
	'task.failed': z.object({ status: z.enum(['failed', 'timed_out', 'cancelled']), error: errorSchema.nullable() }),
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
	}),
	'schedule.digest': z.object({
		message: z.string(),
		counts: z.record(z.string(), z.number()),
		allWell: z.boolean(),
	}),
	'sync.blocked': z.object({
		agentId: z.string(),
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
};

const dataSchema = z.union(Object.values(eventDataSchemas));

/** An event as workflows pass it on. */
export const taskEventSchema: z.ZodType<TaskEvent> = z.object({
	sample: z.literal(true).exactOptional(),
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
