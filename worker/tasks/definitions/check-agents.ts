import type { AgentList, Connection, Connections } from '../../accounts';
import { Problem, problemAt } from '../../problems/problem';

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
	const missing = [...agentIds.entries()].filter(([, agentId]) => known?.has(agentId) === false);
	if (missing.length === 0) return;
	throw new Problem({
		type: 'unknown_agent',
		title: 'There is no such agent',
		status: 404,
		detail: `The connection "${connection}" has no access to these agents: ${missing.map(([, agentId]) => `"${agentId}"`).join(', ')}. Check the ids. If the agents exist, the key may be restricted to other agents.`,
		issues: missing.map(([index, agentId]) => ({
			path: `agentIds.${index}`,
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
