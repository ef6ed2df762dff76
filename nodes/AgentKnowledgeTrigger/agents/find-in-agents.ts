import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../../AgentKnowledge/transport/api';
import { takeInTurn } from '../memory/batch';
import type { Found } from '../next-items';
import type { Watch } from '../watch/watch';
import type { SeveralAgents } from './agent-choice';
import { type CurrentAgents, currentAgents } from './current-agents';
import type { FailedAgent } from './failed-agents';
import { CountingApi, failureOf, lookAtAgents, type Round } from './round';
import type { StoredAgent, StoredAgents } from './stored-agents';

export interface Agents {
	api: Api;
	chosen: SeveralAgents;
	/** What is watched of one agent. */
	watchOf: (api: Api, id: string) => Watch;
	/** Shows failures beside the poll, which goes on. */
	report: (failed: readonly FailedAgent[], listFailure?: Error) => void;
}

/**
 * Looks at several agents, and returns some of each one's news. It begins with the agents that no poll has looked at,
 * then with those that were looked at least recently. A poll makes few requests, so many agents need several polls.
 */
export async function findInAgents(
	{ chosen, watchOf, report, ...agents }: Agents,
	stored: StoredAgents | null,
): Promise<Found<StoredAgents>> {
	const now = Date.now();
	const api = new CountingApi(agents.api);
	const current = await currentAgents(api, chosen, stored, now);
	const here = [...current.agents].filter(([, { gone }]) => gone !== true);
	const refusesMissing = stored === null && chosen !== 'all';
	const round = await lookAtAgents({ agents: here, api, watchOf, since: now, refusesMissing });
	const failure = failureOf(round, here, stored === null);
	// A poll that fails shows why itself.
	const failed = failure === undefined ? newlyFailed(current, round) : [];
	const gone = current.went.map((id): FailedAgent => ({ id, failure: null }));
	if (gone.length + failed.length > 0 || current.listFailure !== undefined) {
		report([...gone, ...failed], current.listFailure);
	}
	const batches = takeInTurn(round.looked.map(({ look }) => look.news));
	const items = round.looked.flatMap(({ id, memory, look }, index) => {
		const batch = batches[index] ?? [];
		memory.settle(look, batch);
		return batch.map(({ item }) => withAgent(item, id));
	});
	const memory = afterRound(current, round, { now, isReported: failure === undefined });
	return { memory, items, ...(failure !== undefined && { failure }) };
}

/** The specification shows no agent in some records. What the service says there stays. */
export function withAgent(item: IDataObject, agentId: string): IDataObject {
	return item['agentId'] === undefined || item['agentId'] === null ? { ...item, agentId } : item;
}

function newlyFailed({ agents }: CurrentAgents, { failed }: Round): FailedAgent[] {
	return failed.filter(({ id }) => agents.get(id)?.failed !== true);
}

/**
 * The agents of this round have the last turn at the next.
 * @param isReported a failed agent is not reported again until it could be read
 */
function afterRound(
	{ agents, listedAt, listFailed }: CurrentAgents,
	{ looked, failed }: Round,
	{ now, isReported }: { now: number; isReported: boolean },
): StoredAgents {
	const entries = new Map(
		[...agents].map(([id, agent]): [string, StoredAgent] => [id, { ...agent, since: agent.since ?? now }]),
	);
	for (const { id, memory } of looked) move(entries, id, { memory: memory.toJSON(), since: now });
	for (const { id } of failed) {
		const agent = entries.get(id);
		if (agent !== undefined) move(entries, id, isReported ? { ...agent, failed: true } : agent);
	}
	return { agents: [...entries], listedAt, ...(listFailed === true && { listFailed }) };
}

function move(entries: Map<string, StoredAgent>, id: string, agent: StoredAgent): void {
	entries.delete(id);
	entries.set(id, agent);
}
