import { z } from 'zod';
import { TASK_TYPES } from '../../../workflows/contracts';
import { connectionName, integer, signingSecret } from '../fields';

/** Older and newer messages are refused by Standard Webhooks' own library. */
const LONGEST_REPLAY_SECONDS = 300;
const KIB = 1024;

/** RFC 6901, but for the empty one, which is the whole document. */
const jsonPointer = z
	.string()
	.regex(/^(\/([^~/]|~[01])*)+$/, 'is no JSON pointer; write the place as /data/agent/id, and list items by number');

/** Messages of others that each start a task. */
const hookSchema = z.strictObject({
	/** Standard Webhooks secrets. Two while one replaces the other. */
	secrets: z
		.array(signingSecret)
		.min(1, 'is empty; name at least one')
		.max(2, 'has more than two; name the new one and the one before'),
	/** How old a message may be, in seconds. */
	replaySeconds: integer(1, LONGEST_REPLAY_SECONDS).default(LONGEST_REPLAY_SECONDS),
	/** The largest message that is read, in bytes. */
	maxBytes: integer(1, KIB * KIB).default(64 * KIB),
	/** What it starts. */
	task: z.enum(TASK_TYPES),
	/** The connection of that task: never taken from the message. */
	connection: connectionName,
	/** Fields of the task's input that are always the same. */
	fixed: z.record(z.string(), z.unknown()).default({}),
	/** Place in the task's input to place in the message, both as JSON pointers; what the message lacks is left out. */
	fields: z.record(jsonPointer, jsonPointer).default({}),
});

export const hooksSchema = z.record(connectionName, hookSchema).default({});

export type HookConfig = z.infer<typeof hookSchema>;
