import type { Fairness } from '../../workflows/fairness/activities';
import type { Logger } from '../log';

/** `temporal.fairness` of the configuration. */
export type FairnessSetting = 'auto' | boolean;

export type Reason = 'setting' | 'trial' | 'no pace' | 'not permitted';

/** How the calls are dispatched, and why. */
export interface Choice {
	fairness: Fairness;
	reason: Reason;
}

/** From so many connections on, a queue for each is too much for a server. */
export const MANY_CONNECTIONS = 20;

/** What a server of one's own needs, for a log or a finding. */
export const SWITCH_ON =
	'Update Temporal to server 1.32 or newer, and set matching.enableFairness to true in its dynamic configuration. On 1.29 to 1.31, also set matching.numTaskqueueReadPartitions and matching.numTaskqueueWritePartitions to 1 for the queues api and agent-knowledge:fairness. On Temporal Cloud, switch on fairness for the namespace. Then restart all workers.';

/** Why each connection has a queue of its own. */
const WHY_OWN: Readonly<Record<Reason, string>> = {
	setting: 'temporal.fairness is false',
	trial: 'a trial has shown that this server does not pace connections in one queue',
	'no pace': 'this server knows no pace of a queue (UpdateTaskQueueConfig)',
	'not permitted': 'Temporal does not permit the worker to set the pace of a queue (UpdateTaskQueueConfig)',
};

/** The next step if the server has to change nothing. */
const TODO: Readonly<Partial<Record<Reason, string>>> = {
	setting: 'For so many connections, remove temporal.fairness from the configuration of all workers.',
	'not permitted': 'Give the keys of all workers the right to write in the namespace.',
};

/** Says in one sentence where the calls go and why. A warning also says what to do. */
export function reportFairness(
	{ fairness: { paced, ordered }, reason }: Choice,
	setting: FairnessSetting,
	connections: number,
	log: Pick<Logger, 'info' | 'warn'>,
): void {
	if (!paced) {
		const finding = `Each connection has a queue of its own, because ${WHY_OWN[reason]}.`;
		const isDemanded = setting === true;
		if (!isDemanded && reason !== 'not permitted' && connections <= MANY_CONNECTIONS)
			return log.info({ connections }, finding);
		const demand = isDemanded ? ' temporal.fairness is true, so this is a fault.' : '';
		return log.warn({ connections }, `${finding}${demand} ${TODO[reason] ?? SWITCH_ON}`);
	}
	const finding = 'Temporal paces all connections in one queue, as a trial has shown.';
	if (ordered) return log.info({ connections }, finding);
	log.warn(
		{ connections },
		`${finding} This version of Temporal lets a waiting call of a higher priority block all connections, so writes have the priority of reads, and a connection's urgent calls go first at most ten times a minute. Server 1.32 does not have this limit.`,
	);
}
