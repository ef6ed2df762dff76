import type { AddressOutcome } from './contract';
import type { TaskError } from './failure';

/** Every event that callers can subscribe to. */
export const EVENT_TYPES = [
	'task.completed',
	'task.failed',
	'review.requested',
	'email.outcome',
	'schedule.digest',
	'sync.blocked',
	'lead.refused',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Names (see `emit`) of the events that a task publishes at its end, in this order. */
export const END_NAMES = ['outcome', 'digest', 'completed', 'failed'] as const;

/** The data of each event, in addition to its task. */
export interface EventData {
	'task.completed': { status: 'completed' };
	/** It ended in any other way. */
	'task.failed': { status: 'failed' | 'timed_out' | 'cancelled'; error: TaskError | null };
	/** A person has to decide. Each delivery adds `reviewUrl`, made when it is sent. */
	'review.requested': ReviewRequest;
	/** Outcome of an approved email. */
	'email.outcome': { outcome: string; sessionId: string | null; outcomes: AddressOutcome[] };
	/** One sentence, the number of result rows by status, and whether nothing needs a look. */
	'schedule.digest': ScheduleDigest;
	/** A lead-sync does not move. Once per blockage. */
	'sync.blocked': SyncBlocked;
	/** The destination of a lead-sync refused leads of one page. */
	'lead.refused': LeadsRefused;
}

export interface ScheduleDigest {
	message: string;
	counts: Record<string, number>;
	/** Every row completed, and no run was missed or skipped. Subscriptions choose whether they get such digests. */
	allWell: boolean;
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
	/** Version of the key that signs the link to the review. */
	keyVersion: string;
	/** The question was sent before, and nobody has decided yet. */
	reminder: boolean;
}

/** What stops a lead-sync: too many refused leads, or calls that have failed for longer than a short interruption. */
export const BLOCKED_BY = ['refused_leads', 'destination', 'service'] as const;

export interface SyncBlocked {
	agentId: string;
	destination: string;
	cause: (typeof BLOCKED_BY)[number];
	/** In the words of the destination or the service. */
	reason: string;
	/** ISO 8601 UTC: since when it has not moved. */
	since: string;
	/** Leads in the sync's list of refused leads. */
	leadsRefused: number;
}

export interface LeadsRefused {
	agentId: string;
	destination: string;
	/** All refused leads of the page, also those that `leads` does not list. */
	count: number;
	/** At most 100. */
	leads: Array<{ leadId: number; reason: string }>;
}

/** One event, as every subscriber gets it. */
export interface TaskEvent {
	/** The same in every repeat; also the `webhook-id`. */
	id: string;
	type: EventType;
	/** ISO 8601 UTC: when it happened. */
	at: string;
	task: { id: string; type: string; connection: string | null; agentId: string | null };
	data: EventData[EventType];
	/** Invented, so that a receiver can be built and tried. Default: it happened. */
	sample?: true;
}

/** The workflow that finds the subscribers of an event and starts its deliveries. It is imported by name only, because it
 * is above everything that emits events. */
export type PublishEvent = (event: TaskEvent) => Promise<void>;
export const PUBLISH_EVENT = 'publishEvent';
