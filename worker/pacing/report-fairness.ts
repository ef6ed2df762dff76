import type { Fairness } from '../../workflows/fairness/activities';
import type { Logger } from '../log';

/** From so many connections on, a queue for each is too much for a server. */
export const MANY_CONNECTIONS = 20;

/** What a server of one's own needs, for a log or a finding. */
export const SWITCH_ON =
	"In Temporal's dynamic configuration, set matching.enableFairness to true, and matching.numTaskqueueReadPartitions and matching.numTaskqueueWritePartitions to 1 for the queues api and agent-knowledge:fairness (server 1.29 or newer). On Temporal Cloud, switch on fairness for the namespace. Then restart the workers.";

/** @param isWanted `temporal.fairness` */
export function reportFairness(
	{ paced, ordered }: Fairness,
	isWanted: boolean,
	connections: number,
	log: Pick<Logger, 'info' | 'warn'>,
): void {
	if (!paced && isWanted)
		log.warn(
			{ connections },
			`temporal.fairness is true, but this server does not pace connections in one queue. So each connection has a queue of its own. ${SWITCH_ON}`,
		);
	else if (!paced)
		log[connections > MANY_CONNECTIONS ? 'warn' : 'info'](
			{ connections },
			"Each connection has a queue of its own. For many connections, set matching.enableFairness in Temporal's dynamic configuration (server 1.29 or newer) and temporal.fairness here to true, and restart the workers.",
		);
	else if (!ordered)
		log.warn(
			"This version of Temporal lets a waiting call of a higher priority block all connections, so writes have the priority of reads, and a connection's urgent calls go first at most ten times a minute. Server 1.32 does not have this limit.",
		);
	else log.info('Temporal paces all connections in one queue');
}
