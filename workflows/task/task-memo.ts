import type { TaskProgress } from '../catalogue';

/** The memo of a task's workflow: readable without a worker, encrypted like every payload. */
export interface TaskMemo {
	/** HMAC of the input as the caller sent it, with the key's version: compared when a key is used again. */
	inputMac: { keyVersion: string; mac: string };
	/** ISO 8601 UTC. */
	startedAt: string;
	progress?: TaskProgress;
}
