import { z } from 'zod';
import type { Within } from '../within';

const moment = z.string().describe('ISO 8601 UTC');

/**
 * What happened:
 * - `start`, `end`: of the task.
 * - `stage`: the task entered a stage, which lasts until the next one.
 * - `call`: a step that calls the service.
 * - `work`: a step of the worker itself.
 * - `pause`: the task waited on purpose.
 * - `decision`: a person decided.
 * - `request`: a person or a program asked the task for something.
 * - `child`: a task that this task started.
 * - `event`: subscribers or reviewers were notified.
 * - `delivery`: a message to one subscriber, or a callback to n8n.
 * - `trouble`: a worker failed at the task, or stopped.
 */
export const ENTRY_KINDS = [
	...(['start', 'stage', 'call', 'work', 'pause', 'decision', 'request'] as const),
	...(['child', 'event', 'delivery', 'trouble', 'end'] as const),
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const timelineEntrySchema = z.object({
	kind: z.enum(ENTRY_KINDS),
	name: z.string().describe('For programs: a stage, a step, an action, an event or a type of task'),
	title: z.string().describe('For people'),
	status: z.enum(['running', 'done', 'failed', 'cancelled']),
	at: moment.describe('When it began, ISO 8601 UTC'),
	endedAt: moment.nullable().describe('When it ended, ISO 8601 UTC. Null while it runs'),
	waitsForPerson: z.boolean().describe('Whether a stage waits for a person'),
	times: z.int().describe('How often it was done in a row. at is the first, endedAt the last'),
	attempts: z.int().describe('Attempts of a step, all times together. A step that waits for a change looks many times'),
	queuedSeconds: z
		.int()
		.nullable()
		.describe("How long a call waited for its turn within the key's limit, if it had one attempt"),
	reason: z.string().nullable().describe('Why the last attempt failed, or how it ended'),
	statuses: z
		.array(z.int())
		.describe('Status codes of the responses to attempts that failed, each once. Those that the last worker knew'),
	nextAt: moment.nullable().describe('When a running step is attempted next, ISO 8601 UTC'),
	by: z.string().nullable().describe('Who decided'),
	taskId: z.string().nullable().describe('The other task: of a child, or the one that started this one'),
});

/** What happened to a task, oldest first. */
export const timelineSchema = z.object({
	entries: z.array(timelineEntrySchema).describe('Oldest first'),
	apiCalls: z.int().describe('Attempts of steps that call the service. A bulk read makes several calls in one attempt'),
	cut: z.boolean().describe('Whether only the newest part is shown, because the history is long'),
});

export type TimelineEntry = z.output<typeof timelineEntrySchema>;
export type TaskTimeline = z.output<typeof timelineSchema>;

/** What happened to tasks, for people. It contains no contents of a task and no data of a person, except who decided. */
export interface TaskTimelines {
	/**
	 * @param within only messages to subscriptions to these connections, and waits of them alone. Default: all
	 * @throws Problem `task_not_found`
	 */
	read(id: string, within?: Within): Promise<TaskTimeline>;
}

/** A step that has just begun. @param at ISO 8601 UTC */
export function newEntry(kind: EntryKind, name: string, title: string, at: string): TimelineEntry {
	return {
		kind,
		name,
		title,
		at,
		status: 'running',
		endedAt: null,
		waitsForPerson: false,
		times: 1,
		attempts: 0,
		queuedSeconds: null,
		reason: null,
		statuses: [],
		nextAt: null,
		by: null,
		taskId: null,
	};
}

/** Something that happened in a moment. @param at ISO 8601 UTC */
export function newMoment(kind: EntryKind, name: string, title: string, at: string): TimelineEntry {
	return { ...newEntry(kind, name, title, at), status: 'done', endedAt: at };
}
