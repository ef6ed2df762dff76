import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { SIGNATURES } from '../../hooks/signatures';
import { taskStartedSchema } from './task';

const time = z.string().describe('ISO 8601 UTC');

/** The response to a message that counts for the next run. */
export const messageCollectedSchema = z.object({
	hook: z.string(),
	agentId: z.string().nullable().describe('The agent that the run is for. Null: several, or a set'),
	collected: z.literal(true).describe('The message is noted for good. A run stands for it and for others of its agent'),
	dueBy: time.describe('When the run begins at the latest, if none is under way. ISO 8601 UTC'),
});

export const hookAnswerSchema = z.union([taskStartedSchema, messageCollectedSchema]);

const runSchema = z.object({
	taskId: z.string(),
	messages: z.int().describe('How many messages the run stands for'),
	startedAt: time,
});

const subjectSchema = z.object({
	agentId: z.string().nullable().describe('Null: several agents, or a set'),
	open: z
		.object({ messages: z.int(), since: time, dueAt: time })
		.nullable()
		.describe('Messages that no run stands for yet. The number may lag a little'),
	running: runSchema.nullable().describe('The run under way. Open messages get a run after it'),
	last: runSchema.nullable().describe('The run that was started last'),
});

export const hookSchema = z.object({
	name: z.string(),
	path: z.string().describe('Where senders post messages'),
	task: z.enum(TASK_TYPES).describe('What it starts'),
	connection: z.string(),
	signature: z.enum(SIGNATURES).describe('How senders prove their messages'),
	quietSeconds: z
		.int()
		.nullable()
		.describe('A run begins once no message came for so long. Null: each message starts one'),
	longestDelaySeconds: z.int().nullable().describe('A run begins at the latest so long after the first message'),
	finishWithinMinutes: z.int().nullable().describe('A run should be done so soon after the first message. Null: none'),
	subjects: z
		.array(subjectSchema)
		.describe(
			'What is collected, and the last runs, newest first. At most 100. Without a quiet time only those of knowledge-sync',
		),
});

export const hookListSchema = z.object({ items: z.array(hookSchema) });
export type HookView = z.infer<typeof hookSchema>;
