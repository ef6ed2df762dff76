import type { AddressOutcome } from './contract';
import type { TaskError } from './failure';

/** Everything that others can be told of. */
export const EVENT_TYPES = [
	'task.completed',
	'task.failed',
	'review.requested',
	'email.outcome',
	'schedule.digest',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The names (see `emit`) of what a task tells of its end, in the order in which it tells it. */
export const END_NAMES = ['outcome', 'digest', 'completed', 'failed'] as const;

/** What each event carries beside the task it comes from. */
export interface EventData {
	'task.completed': { status: 'completed' };
	/** It ended in any other way. */
	'task.failed': { status: 'failed' | 'timed_out' | 'cancelled'; error: TaskError | null };
	/** Somebody has to decide. Whoever is told also gets `reviewUrl`, which is made when it is sent. */
	'review.requested': ReviewRequest;
	/** What became of an approved mail. */
	'email.outcome': { outcome: string; sessionId: string | null; outcomes: AddressOutcome[] };
	/** One sentence, and how many rows of the task's result ended how. */
	'schedule.digest': { message: string; counts: Record<string, number> };
}

export interface ReviewRequest {
	/** Which of the task's questions; an edit asks the next one. */
	question: number;
	kind: 'approval' | 'uncertain';
	/** Of the version to decide on. */
	hash: string;
	subject: string;
	/** ISO 8601 UTC. */
	expiresAt: string;
	/** Of the key that the link to the review is made with. */
	keyVersion: string;
	/** It was asked before, and nobody has decided yet. */
	reminder: boolean;
}

/** One thing that happened, as it goes to every subscriber. */
export interface TaskEvent {
	/** The same in every repeat; also the `webhook-id`. */
	id: string;
	type: EventType;
	/** ISO 8601 UTC: when it happened. */
	at: string;
	task: { id: string; type: string; connection: string | null; agentId: string | null };
	data: EventData[EventType];
}

/** The workflow that finds who wants to know of an event, and begins to tell them. It stands above all that emits events. */
export type PublishEvent = (event: TaskEvent) => Promise<void>;
export const PUBLISH_EVENT = 'publishEvent';
