import { isFlow } from '../../../workflows/lead-sync/flow-name';
import type { AgentList, Connection, Connections } from '../../connections';
import type { Destinations } from '../../destinations';
import { Problem, problemAt } from '../../problems/problem';
import type { Blobs } from '../../storage/blobs';
import { BucketAwayError, BucketRefusedError, type Buckets } from '../../storage/buckets';

/** What the input of a task may name. */
export interface NamedThings {
	connections: Connections;
	destinations: Destinations;
	buckets: Buckets;
	blobs: Blobs;
}

/** Where an input names something of the configuration. */
interface Names {
	/** Undefined: the task is of many connections. */
	connection?: string | undefined;
	destination?: string;
	bucket?: string | undefined;
}

/** @throws Problem that names the field whose connection, destination or bucket the configuration does not have */
export async function checkNames({ connections, destinations, buckets }: NamedThings, names: Names): Promise<void> {
	if (names.connection !== undefined) connections.get(names.connection);
	if (names.destination !== undefined && !isFlow(names.destination)) await destinations.get(names.destination);
	if (names.bucket !== undefined) checkBucketName(buckets, names.bucket);
}

/** Checks that a bucket exists and that the worker can write to it. @throws Problem whose issue has the path `bucket` */
export async function checkBucket(buckets: Buckets, name: string): Promise<void> {
	checkBucketName(buckets, name);
	try {
		await buckets.check(name);
	} catch (error) {
		if (error instanceof BucketAwayError) throw away(error);
		throw error instanceof BucketRefusedError ? refused(name, error) : error;
	}
}

function checkBucketName(buckets: Buckets, name: string): void {
	if (!buckets.has(name)) throw unknownBucket(name, buckets.names);
}

/** @param names those that the caller may know of */
export function unknownBucket(name: string, names: readonly string[]): Problem {
	const list = names.length === 0 ? 'none' : names.join(', ');
	return new Problem({
		type: 'unknown_bucket',
		title: 'There is no such bucket',
		status: 404,
		detail: `The worker's configuration has no bucket "${name}". Configured buckets: ${list}. Use one of them, or remove the field to keep the file at the gateway.`,
		issues: [{ path: 'bucket', message: `"${name}" is unknown; known are: ${list}` }],
	});
}

/** 424: the request depends on a bucket that does not work. */
function refused(name: string, { message }: BucketRefusedError): Problem {
	return new Problem({
		type: 'bucket_refused',
		title: 'The worker cannot write to the bucket',
		status: 424,
		detail: `Nothing was started. ${message} Check buckets.${name} in the worker's configuration: its endpoint, bucket, region and key.`,
		issues: [{ path: 'bucket', message: 'cannot be written' }],
	});
}

/** The server of the bucket says that a retry helps, so nothing is wrong with the configuration. */
function away({ message }: BucketAwayError): Problem {
	return new Problem({
		type: 'bucket_unavailable',
		title: 'The bucket is unavailable now',
		status: 503,
		detail: `Nothing was started. ${message} Start the task again in a minute, or without a bucket.`,
		issues: [{ path: 'bucket', message: 'is unavailable now' }],
		retryAfterSeconds: 60,
	});
}

type CheckAgent = (service: Connection, agentId: string) => Promise<void>;

/** Number of agents to check one by one if there is no complete list. A person waits for the response. */
const ASKED_ONE_BY_ONE = 20;

/**
 * Checks that all agents exist, before the task changes the first one. If the key may not list its agents, or has more
 * than a list holds, the worker checks a few one by one. The task itself reports the others.
 * @param check of one agent: whether the key has the scope that the task needs
 * @throws Problem whose issues name each agent that is unknown
 */
export async function checkAgents(
	connections: Connections,
	connection: string,
	agentIds: readonly string[],
	check: CheckAgent = (service, agentId) => service.checkTraining(agentId),
): Promise<void> {
	const service = connections.get(connection);
	const known = await knownAgents(service, agentIds);
	// The first one also shows whether the key works and has the scope that the task needs.
	for (const [index, agentId] of agentIds.slice(0, known === null ? ASKED_ONE_BY_ONE : 1).entries()) {
		if (known?.has(agentId) !== false) await checkOne(() => check(service, agentId), `agentIds.${index}`);
	}
	refuseUnknown(connection, agentIds, known, (index) => `agentIds.${index}`);
}

/**
 * Makes sure that the key can list its agents, and read what the task needs of the first.
 * @throws Problem that names the connection, and the scope
 */
export async function checkFirstAgent(connections: Connections, connection: string, check: CheckAgent): Promise<void> {
	const service = connections.get(connection);
	const { agents } = await service.agents();
	const [first] = agents;
	if (first !== undefined) await check(service, first.id);
}

/** The agents that an input names: one, several, or none. */
export interface NamedAgents {
	connection?: string | undefined;
	agentId?: string | undefined;
	agentIds?: readonly string[] | undefined;
}

/**
 * Checks the agents against the list that the gateway keeps, which costs many checks one request at most. If the key may
 * not list its agents, or has more than a list holds, only the start of the task can tell.
 * @throws Problem whose issues name each agent that is unknown
 */
export async function checkListedAgents(
	connections: Connections,
	{ connection, agentId, agentIds = [] }: NamedAgents,
): Promise<void> {
	const ids = agentId === undefined ? agentIds : [agentId];
	if (ids.length === 0 || connection === undefined) return;
	const known = await knownAgents(connections.get(connection), ids);
	refuseUnknown(connection, ids, known, (index) => (agentId === undefined ? `agentIds.${index}` : 'agentId'));
}

/** @param known null: no list is complete, so none is refused here */
function refuseUnknown(
	connection: string,
	agentIds: readonly string[],
	known: ReadonlySet<string> | null,
	pathOf: (index: number) => string,
): void {
	const missing = [...agentIds.entries()].filter(([, agentId]) => known?.has(agentId) === false);
	if (missing.length === 0) return;
	throw new Problem({
		type: 'unknown_agent',
		title: 'There is no such agent',
		status: 404,
		detail: `The connection "${connection}" has no access to these agents: ${missing.map(([, agentId]) => `"${agentId}"`).join(', ')}. Check the ids. If the agents exist, the key may be restricted to other agents.`,
		issues: missing.map(([index, agentId]) => ({
			path: pathOf(index),
			message: `"${agentId}" is unknown, or the key is restricted to other agents`,
		})),
	});
}

/** Null if the list may be incomplete. */
async function knownAgents(service: Connection, agentIds: readonly string[]): Promise<ReadonlySet<string> | null> {
	for (const fresh of [false, true]) {
		const list = await listedAgents(service, fresh);
		if (list?.complete !== true) return null;
		const ids = new Set(list.agents.map(({ id }) => id));
		if (fresh || agentIds.every((agentId) => ids.has(agentId))) return ids;
	}
	return null;
}

/** A key without read:agents can still retrain agents that the input names. */
async function listedAgents(service: Connection, fresh: boolean): Promise<AgentList | null> {
	try {
		return await service.agents({ fresh });
	} catch (error) {
		if (error instanceof Problem && error.type === 'connection_scope_missing') return null;
		throw error;
	}
}

async function checkOne(check: () => Promise<void>, field: string): Promise<void> {
	try {
		await check();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw problemAt(error, (path) => (path === 'agentId' ? field : path));
	}
}
