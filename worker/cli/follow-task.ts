import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskWithLinks } from '../gateway/schemas';
import { GatewayUnreachableError, type GatewayClient } from './gateway-client';
import type { ProgressDisplay } from './progress-display';

/** Seconds of one long poll; progress is drawn between two. */
const POLL_SECONDS = 5;
/** A gateway that restarts is back within these many tries. */
const MAX_TRIES = 30;
const PAUSE_MS = 2_000;

interface Following {
	client: GatewayClient;
	display: ProgressDisplay;
	/** Aborted by Ctrl-C. */
	signal: AbortSignal;
}

/** Follows a task to its end by long polls. A gateway that goes away for a minute is waited for. */
export async function followTask(id: string, { client, display, signal }: Following): Promise<TaskWithLinks> {
	let failures = 0;
	for (;;) {
		try {
			const task = await client.read(id, POLL_SECONDS, signal);
			failures = 0;
			if (task.status !== 'running') return task;
			display.show(task);
		} catch (error) {
			failures += 1;
			if (!(error instanceof GatewayUnreachableError) || failures >= MAX_TRIES) throw error;
			if (failures === 1) display.note('The gateway does not answer; the task goes on. Trying again ...');
			await sleep(PAUSE_MS, undefined, { signal });
		}
	}
}
