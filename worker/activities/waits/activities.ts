import { activityInfo, heartbeat } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { isRunning } from '../../temporal/executions';
import { notYet } from '../../temporal/not-yet';

/** In milliseconds. A look is cheap: it stays inside the cluster and uses no API call. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** The pause between two looks is a tenth of the time that has passed. */
const OF_ELAPSED = 10;

/**
 * Checks whether all tasks have ended. The server retries it until they have. Unlike an event, a check also sees tasks
 * that were terminated or timed out. The heartbeat keeps the number of tasks that have ended between the attempts.
 */
export async function awaitTaskEnds(client: Client, taskIds: string[]): Promise<void> {
	const info = activityInfo();
	const seen = z.int().min(0).catch(0).parse(info.heartbeatDetails);
	for (const [index, taskId] of taskIds.entries()) {
		if (index < seen || !(await isRunning(client, taskId))) continue;
		heartbeat(index);
		const pause = Math.max(FIRST_PAUSE_MS, (Date.now() - info.scheduledTimestampMs) / OF_ELAPSED);
		throw notYet(
			`${taskIds.length - index} of ${taskIds.length} tasks may still run.`,
			Math.min(pause, LONGEST_PAUSE_MS),
		);
	}
}
