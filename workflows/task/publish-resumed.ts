import { emit } from './emit';
import type { ReportedBlockage } from './resumption';

interface Stands {
	destination: string;
	/** What the sync has written in all. */
	written: number;
	leadsRefused: number;
}

/** @param movesSince milliseconds since 1970 @param name of the event, unique within the task */
export async function publishResumed(
	{ cause, since, agentId, writtenBefore, event }: ReportedBlockage,
	movesSince: number,
	{ destination, written, leadsRefused }: Stands,
	name: string,
): Promise<void> {
	const resumed = {
		agentId,
		destination,
		cause,
		since: new Date(since).toISOString(),
		resumedAt: new Date(movesSince).toISOString(),
		blockedSeconds: Math.round((movesSince - since) / 1000),
		caughtUp: Math.max(0, written - writtenBefore),
		leadsRefused,
	};
	await emit('sync.resumed', resumed, name, event);
}
