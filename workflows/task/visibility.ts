import { defineSearchAttributeKey } from '@temporalio/common';
import type { TaskError } from './failure';

/** What tasks can be listed by. Never encrypted, so they hold ids and stages only. */
export const searchAttributes = {
	task: defineSearchAttributeKey('AkTask', 'KEYWORD'),
	connection: defineSearchAttributeKey('AkConnection', 'KEYWORD'),
	agent: defineSearchAttributeKey('AkAgent', 'KEYWORD'),
	stage: defineSearchAttributeKey('AkStage', 'KEYWORD'),
	/** Of a subscription and of what was sent to it: the subscription's id. */
	subscription: defineSearchAttributeKey('AkSubscription', 'KEYWORD'),
} as const;

/** How far a running task is. Counters are there when the task has any. */
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
	/** Of a sync: the destination, and ISO 8601 UTC: everything captured until then was read. */
	destination?: string;
	upToDateAt?: string;
	/** ISO 8601 UTC: when a sync looks again, or a call that failed is made again. */
	nextAt?: string;
	/** ISO 8601 UTC: when a sync that is held up should have looked. */
	dueAt?: string;
	/** What the task is held up by just now; left out: nothing. Never in a memo, as it is over by itself. */
	problem?: Pick<TaskError, 'type' | 'title' | 'detail'>;
	/** ISO 8601 UTC: when this was true. */
	at: string;
}

/** The signal that adds to one of these lists. */
export const NOTE_REQUEST = 'note-request';
export type NotedRequest = 'retriedBy' | 'cancelledBy';
/** `firstRunId`: of the only start of the task that is meant; left out: whichever runs. */
export type NoteRequestArgs = [kind: NotedRequest, digest: string, firstRunId?: string | null];

/** The memo of a task's workflow: readable without a worker, encrypted like every payload. */
export interface TaskMemo {
	/**
	 * HMAC of the input as the caller sent it, with the key's version: compared when a key is used again. Left out where
	 * no caller's key started the task, but a schedule or another task.
	 */
	inputMac?: { keyVersion: string; mac: string };
	/** ISO 8601 UTC; left out by a schedule, which knows no time when it is made. */
	startedAt?: string;
	/** Digests of the callers' keys that started the task again, the latest last; left out on its first start. */
	retriedBy?: string[];
	/** Digests of the callers' keys that cancelled this run. */
	cancelledBy?: string[];
	progress?: TaskProgress;
}
