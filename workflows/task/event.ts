import type { AddressOutcome } from './contract';
import type { TaskError } from './failure';
import type { Ending } from './outcomes';

/** Every event that callers can subscribe to. */
export const EVENT_TYPES = [
	'task.completed',
	'task.failed',
	'review.requested',
	'email.outcome',
	'schedule.digest',
	'sync.blocked',
	'lead.refused',
	'report.ready',
	'task.late',
	'sync.resumed',
	'schedule.recovered',
	'connection.failing',
	'connection.recovered',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Events that end an incident which people were told of. */
const RECOVERIES: readonly EventType[] = ['sync.resumed', 'schedule.recovered', 'connection.recovered'];

export function isRecovery(type: EventType): boolean {
	return RECOVERIES.includes(type);
}

/** The stage in the search attributes of a workflow that publishes one of them. */
export const RECOVERED_STAGE = 'recovered';

/** Names (see `emit`) of the events that a task publishes at its end, in this order. */
export const END_NAMES = ['outcome', 'digest', 'report', 'completed', 'failed'] as const;

/** The data of each event, in addition to its task. */
export interface EventData {
	'task.completed': { status: 'completed' } & Partial<CompletedTask>;
	/** It ended in any other way, or it completed and somebody has to look at what it did not do (`asFailed`). */
	'task.failed': { status: 'failed' | 'timed_out' | 'cancelled' | 'completed'; error: TaskError | null } & Partial<
		Pick<CompletedTask, 'ended' | 'cause'>
	>;
	/** A person has to decide. Each delivery adds `reviewUrl`, made when it is sent. */
	'review.requested': ReviewRequest;
	/** Outcome of an approved email. */
	'email.outcome': { outcome: string; sessionId: string | null; outcomes: AddressOutcome[] } & Partial<AlsoTold>;
	/** One sentence, the number of result rows by status, and whether nothing needs a look. */
	'schedule.digest': ScheduleDigest;
	/** A lead-sync does not move. Once per blockage. */
	'sync.blocked': SyncBlocked;
	/** The destination of a lead-sync refused leads of one page. */
	'lead.refused': LeadsRefused;
	/** A weekly report is ready. */
	'report.ready': ReportReady;
	/** A run of a schedule or a hook will probably not be done in time. Once for each run. */
	'task.late': TaskLate;
	/** A sync that was reported as blocked has moved for a minute. Once per blockage. */
	'sync.resumed': SyncResumed;
	/** A run of a schedule did what it should, and the run before it did not. */
	'schedule.recovered': ScheduleRecovered;
	/** The service has accepted no call of a connection for a minute. */
	'connection.failing': ConnectionFailing;
	/** The same connection has worked for a minute. */
	'connection.recovered': ConnectionRecovered;
}

/** How a task ended, as the table of outcomes has it. */
export type Ended = Omit<Ending, 'exitCode'>;

/** How a completed task ended. Events of older versions lack it. */
interface CompletedTask extends AlsoTold {
	/** It did all that was asked. */
	succeeded: boolean;
	ended: Ended;
	/** What it did not do, with one issue for each agent, source or address; null if it succeeded. */
	error: TaskError | null;
	/** The type of the error that most of these have. Absent if none has one. */
	cause?: string;
	/** What it did beyond its word, in a sentence, for example which sources a retrain changed. */
	summary?: string;
}

/** Of an event about an end. Events of older versions lack it. */
interface AlsoTold {
	/** Somebody has to look. Then `task.failed` tells of the same end. */
	needsAttention: boolean;
}

export interface ScheduleDigest extends Partial<AlsoTold> {
	message: string;
	counts: Record<string, number>;
	/** No row needs a look, and no run was missed or skipped. Subscriptions choose whether they get such digests. */
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
	/** Null: all agents of a sync of several. */
	agentId: string | null;
	destination: string;
	cause: (typeof BLOCKED_BY)[number];
	/** In the words of the destination or the service. */
	reason: string;
	/** ISO 8601 UTC: since when it has not moved. */
	since: string;
	/** Leads in the sync's list of refused leads. */
	leadsRefused: number;
}

/** Whose run is late, and by when it should be done. Times in ISO 8601 UTC. */
export interface TaskLate {
	source: 'schedule' | 'hook';
	/** Of the schedule or the hook. */
	name: string;
	state: 'running' | 'not_begun';
	finishBy: string;
	/** By its progress or by earlier runs; null: nobody can say. */
	expectedAt: string | null;
	/** In a sentence. */
	message: string;
}

export interface SyncResumed extends Pick<SyncBlocked, 'agentId' | 'destination' | 'cause' | 'since' | 'leadsRefused'> {
	/** ISO 8601 UTC: since when it moves again. */
	resumedAt: string;
	/** How long it did not move, in seconds. */
	blockedSeconds: number;
	/** Leads, or messages of conversations, that it has written since it was reported as blocked. */
	caughtUp: number;
}

export interface ScheduleRecovered {
	scheduleId: string;
	/** The last run before this one that did not do what it should. */
	failedTaskId: string;
	/** ISO 8601 UTC: when that run was due. */
	failedDueAt: string;
	trouble: 'failed' | 'missed';
	/** What was wrong with that run, in one sentence. */
	reason: string;
	/** ISO 8601 UTC: when the run that did what it should was due. */
	dueAt: string;
}

/** Why no call of a connection works. */
export const CONNECTION_FAULTS = ['key_refused', 'unreachable', 'server_error', 'removed'] as const;

export interface ConnectionFailing {
	cause: (typeof CONNECTION_FAULTS)[number];
	/** In the words of the service, or what prevented a response. */
	reason: string;
	/** ISO 8601 UTC: the first call that failed. */
	since: string;
	/** Running syncs and other tasks of the connection, and its schedules. */
	blocks: ConnectionWork;
}

export interface ConnectionWork {
	syncs: number;
	tasks: number;
	schedules: number;
}

export interface ConnectionRecovered extends Pick<ConnectionFailing, 'cause' | 'reason' | 'since'> {
	/** ISO 8601 UTC: since when calls work again. */
	recoveredAt: string;
	/** How long no call worked, in seconds. */
	failedSeconds: number;
	/** Tasks of the connection that ended since, and that somebody has to look at. */
	failedTasks: number;
}

export interface LeadsRefused {
	agentId: string;
	destination: string;
	/** All refused leads of the page, also those that `leads` does not list. */
	count: number;
	/** At most 100. */
	leads: Array<{ leadId: number; reason: string }>;
}

export interface ReportedMeasure {
	name: string;
	now: number;
	before: number | null;
	/** Of how many agents the number could not be read. Undefined: of none */
	lacking?: number;
}

export interface ReportReady {
	/** First and last day, YYYY-MM-DD in the time zone. */
	week: { firstDay: string; lastDay: string; timeZone: string; locale: string };
	/** How many agents it is about. */
	agents: number;
	/** The name of the only one. Undefined: there are several */
	agent?: string;
	/** Over all agents, in the order of the report. A number that is not known is missing. */
	measures: ReportedMeasure[];
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
	/** What else of the same cause this message to people tells. Default: only this event. */
	incident?: Incident;
	/** The first event of the same incident. Messages to people join its thread. Default: this is the first one. */
	follows?: EventRef;
	/**
	 * The tasks that work again by what it tells. People who were told of their failures are told of the next one at once.
	 * Empty: whichever it concerns. Default: none does.
	 */
	mends?: string[];
	/** Invented, so that a receiver can be built and tried. Default: it happened. */
	sample?: true;
}

/** An earlier event. */
export interface EventRef {
	id: string;
	/** ISO 8601 UTC. */
	at: string;
}

/** Failures of one cause, told to people in one message. */
export interface Incident {
	/** How many failures the message tells. */
	count: number;
	/** How many of the same cause earlier messages told. */
	toldBefore: number;
	/** The first ones, at most 100. */
	failures: IncidentFailure[];
}

export interface IncidentFailure {
	taskId: string;
	taskType: string;
	agentId: string | null;
	/** Absent in events of older versions. */
	connection?: string | null;
	/** In the words of the service, the destination or the task. */
	reason: string;
}

/** Stands in place of the name of the event in the ids of both. */
const COMPLETED_ID = /completed$/;

/**
 * A completed task that somebody has to look at is a failure to those who subscribe to failures. They get `task.failed`
 * with an id of its own. No workflow publishes it: whoever sends a task.completed sends this as well.
 * @returns the events to send, in order
 */
export function withFailure(event: TaskEvent): TaskEvent[] {
	if (event.type !== 'task.completed') return [event];
	// The type of an event decides the type of its data.
	const { status, needsAttention, error = null, ended, cause } = event.data as EventData['task.completed'];
	if (needsAttention !== true) return [event];
	const data: EventData['task.failed'] = {
		status,
		error,
		...(ended === undefined ? {} : { ended }),
		...(cause === undefined ? {} : { cause }),
	};
	return [event, { ...event, id: event.id.replace(COMPLETED_ID, 'failed'), type: 'task.failed', data }];
}

/** The workflow that finds the subscribers of an event and starts its deliveries. It is imported by name only, because it
 * is above everything that emits events. */
export type PublishEvent = (event: TaskEvent) => Promise<void>;
export const PUBLISH_EVENT = 'publishEvent';
