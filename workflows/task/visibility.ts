import { defineSearchAttributeKey } from '@temporalio/common';
import type { TaskError } from './failure';

/** Search attributes of tasks. Never encrypted, so they hold ids and stages only. */
export const searchAttributes = {
	task: defineSearchAttributeKey('AkTask', 'KEYWORD'),
	connection: defineSearchAttributeKey('AkConnection', 'KEYWORD'),
	agent: defineSearchAttributeKey('AkAgent', 'KEYWORD'),
	stage: defineSearchAttributeKey('AkStage', 'KEYWORD'),
	/** The task whose failed items this one retries. */
	retryOf: defineSearchAttributeKey('AkRetryOf', 'KEYWORD'),
	/** The subscription's id, on the subscription and on its deliveries. */
	subscription: defineSearchAttributeKey('AkSubscription', 'KEYWORD'),
} as const;

/** Progress of a running task. Counters are present if the task has any. */
export interface TaskProgress {
	/** One sentence for a person. */
	message: string;
	runId?: string;
	phase?: string;
	pagesCompleted?: number;
	pagesTotal?: number;
	pagesFailed?: number;
	/** Of a task of many items: agents, sources, leads. Failed ones count as done. */
	itemsDone?: number;
	itemsTotal?: number;
	itemsFailed?: number;
	canChat?: boolean;
	/** Only syncs of conversations: calls of the last complete round. */
	callsPerRound?: number;
	/** Only syncs: the destination, and the time until which all captured leads or changes were read (ISO 8601 UTC). */
	destination?: string;
	/** Only syncs of several agents: how many there are. */
	agents?: number;
	/** Only syncs into a flow: the name of the flow, for people. */
	flow?: string;
	upToDateAt?: string;
	/** ISO 8601 UTC: when a sync checks again, or the next attempt of a failed call. */
	nextAt?: string;
	/** ISO 8601 UTC: when a blocked sync should have checked. */
	dueAt?: string;
	/** What blocks the task now. Absent if nothing does. In a memo only until the next round of a sync of conversations. */
	problem?: Pick<TaskError, 'type' | 'title' | 'detail'>;
	/** ISO 8601 UTC: when this was true. */
	at: string;
}

/** The signal that adds to one of these lists. */
export const NOTE_REQUEST = 'note-request';
export type NotedRequest = 'startedBy' | 'retriedBy' | 'cancelledBy' | 'waitedBy';
/** `firstRunId`: the start of the task that the request is for. Default: any. */
export type NoteRequestArgs = [kind: NotedRequest, digest: string, firstRunId?: string | null];

/** The memo of a task's workflow: readable without a worker, encrypted like every payload. */
export interface TaskMemo {
	/**
	 * HMAC of the input as the caller sent it, with the key's version: compared if a key is reused. Absent if a schedule
	 * or another task started this one.
	 */
	inputMac?: { keyVersion: string; mac: string };
	/** ISO 8601 UTC. Absent if a schedule started the task: its memo is fixed in advance. */
	startedAt?: string;
	/** Digests of the callers' keys that asked for it as the retry of another task's failed items, oldest first. */
	startedBy?: string[];
	/** Digests of the callers' keys that restarted the task, oldest first. Absent on the first start. */
	retriedBy?: string[];
	/** Digests of the callers' keys that cancelled this run. */
	cancelledBy?: string[];
	/** Executions of n8n flows that wait for it, as JSON (`worker/tasks/executions/`), the newest last. */
	waitedBy?: string[];
	progress?: TaskProgress;
}
