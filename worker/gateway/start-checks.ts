import type { TaskTypes } from '../../workflows/catalogue';
import type { Blobs } from '../storage/blobs';
import type { Buckets } from '../storage/buckets';
import type { Connections } from '../accounts';
import type { Destinations } from '../destinations';
import { checkAgents } from './agents-check';
import { checkBucket } from './bucket-check';
import { checkLeadsOf } from './leads-check';
import { checkSourceBlobs } from './source-blobs-check';

/** What a task may name. */
export interface NamedThings {
	connections: Connections;
	destinations: Destinations;
	buckets: Buckets;
	blobs: Blobs;
}

type StartChecks = {
	[Type in keyof TaskTypes]: (named: NamedThings, input: TaskTypes[Type]['input']) => Promise<void>;
};

/**
 * What is made sure before a task starts, so that a wrong connection, agent, key or scope is told at once.
 * Each reads once, with the first call that the task itself would make. A write scope shows only when the task writes.
 */
const startChecks: StartChecks = {
	'retrain-and-wait': ({ connections }, { connection, agentId }) => connections.get(connection).checkTraining(agentId),
	'lead-sync': async ({ connections, destinations }, { connection, agentId, destination }) => {
		destinations.get(destination);
		await connections.get(connection).checkLeads(agentId);
		await destinations.check(destination);
	},
	'lead-export': async ({ connections, buckets }, { connection, agentIds, bucket }) => {
		if (agentIds === undefined) await checkLeadsOf(connections.get(connection));
		else await checkAgents(connections, connection, agentIds, (service, agentId) => service.checkLeads(agentId));
		if (bucket !== undefined) await checkBucket(buckets, bucket);
	},
	'email-send-with-review': ({ connections }, input) => connections.get(input.connection).checkMail(input),
	'add-sources': async ({ connections, blobs }, { connection, agentId, sources }) => {
		const service = connections.get(connection);
		await checkSourceBlobs(blobs, sources);
		await service.checkTraining(agentId);
	},
	'nightly-retrain': async ({ connections }, { connection, agentIds }) => {
		if (agentIds === undefined) await connections.get(connection).agents();
		else await checkAgents(connections, connection, agentIds);
	},
};

/** @throws Problem that names the field, before anything is done */
export async function checkStart<Type extends keyof TaskTypes>(
	type: Type,
	named: NamedThings,
	input: TaskTypes[Type]['input'],
): Promise<void> {
	await startChecks[type](named, input);
}
