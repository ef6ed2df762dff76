import type { TaskProgress } from './progress';

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
