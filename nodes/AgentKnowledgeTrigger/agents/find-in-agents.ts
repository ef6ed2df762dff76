import { UnreadableListError } from '../../AgentKnowledge/generated/pages';
import type { Api } from '../../AgentKnowledge/transport/api';
import { ApiFailure } from '../../AgentKnowledge/transport/api-failure';
import { MOST_ITEMS, takeInTurn } from '../memory/batch';
import type { Look } from '../memory/look';
import { Memory } from '../memory/memory';
import type { Found } from '../next-items';
import type { Watch } from '../watch/watch';
import type { SeveralAgents } from './agent-choice';
import { type CurrentAgents, currentAgents } from './current-agents';
import { type FailedAgent, isAboutAgent, isAboutKey } from './failed-agents';
import { knownOfEach, type StoredAgent, type StoredAgents } from './stored-agents';
import { withAgent } from './with-agent';

/** Requests after which a poll begins with no further agent: a third of what a key has in a minute by default. */
const MOST_REQUESTS = 20;
/** The same for time, if the service is slow. Milliseconds. */
const LONGEST_MS = 20_000;

export interface Agents {
	api: Api;
	chosen: SeveralAgents;
	/** What is watched of one agent. */
	watchOf: (api: Api, id: string) => Watch;
	/** Shows failures beside the poll, which goes on. */
	report: (failed: readonly FailedAgent[], listFailure?: Error) => void;
}

/** A look that succeeded. */
interface Looked {
	id: string;
	memory: Memory;
	look: Look;
}

interface Round {
	looked: Looked[];
	failed: Array<FailedAgent & { failure: ApiFailure | UnreadableListError }>;
	/** What ended the round early, such as a 429. */
	stop?: ApiFailure;
}

/**
 * Looks at several agents, and returns some of each one's news. It begins with the agents that no poll has looked at,
 * then with those that were looked at least recently. A poll makes few requests, so many agents need several polls.
 */
export async function findInAgents(agents: Agents, stored: StoredAgents | null): Promise<Found<StoredAgents>> {
	const now = Date.now();
	const { api, count } = counted(agents.api);
	const current = await currentAgents(api, agents.chosen, stored, now);
	const here = [...current.agents].filter(([, { gone }]) => gone !== true);
	const most = knownOfEach(here.length);
	const round: Round = { looked: [], failed: [] };
	for (const [id, agent] of here) {
		const isBegun = round.looked.length + round.failed.length > 0;
		if (isBegun && (count() >= MOST_REQUESTS || Date.now() - now > LONGEST_MS)) break;
		try {
			round.looked.push({ id, ...(await lookAt(agents.watchOf(api, id), agent, most)) });
		} catch (error) {
			if (error instanceof ApiFailure && isAboutKey(error)) {
				round.stop = error;
				break;
			}
			if (!(error instanceof ApiFailure) && !(error instanceof UnreadableListError)) throw error;
			// A person has just chosen an agent that is not there.
			if (stored === null && agents.chosen !== 'all' && isAboutAgent(error)) throw error;
			round.failed.push({ id, failure: error });
			if (error instanceof ApiFailure && error.fields.status === null) break;
		}
	}
	const failure = failureOf(round, here, stored === null);
	const newlyFailed = round.failed.filter(({ id }) => current.agents.get(id)?.failed !== true);
	const gone = current.went.map((id): FailedAgent => ({ id, failure: null }));
	// The poll that fails reports the others.
	const failed = failure === undefined ? [...gone, ...newlyFailed] : gone;
	if (failed.length > 0 || current.listFailure !== undefined) agents.report(failed, current.listFailure);
	const batches = takeInTurn(round.looked.map(({ look }) => look.news));
	const items = round.looked.flatMap(({ id, memory, look }, index) => {
		const batch = batches[index] ?? [];
		memory.settle(look, batch);
		return batch.map(({ item }) => withAgent(item, id));
	});
	const memory = afterRound(current, round, { now, isReported: failure === undefined });
	return { memory, items, ...(failure !== undefined && { failure }) };
}

async function lookAt(watch: Watch, agent: StoredAgent, most: number): Promise<Pick<Looked, 'memory' | 'look'>> {
	const mostKnown = Math.min(watch.mostKnown, most);
	if (agent.memory !== null) {
		const memory = Memory.restore(agent.memory, mostKnown);
		return { memory, look: await watch.look(memory, MOST_ITEMS) };
	}
	const first = await watch.look(null, MOST_ITEMS);
	const { memory, hasNews } = Memory.until(first, agent.since ?? Number.POSITIVE_INFINITY, mostKnown);
	if (hasNews) return { memory, look: await watch.look(memory, MOST_ITEMS) };
	return { memory, look: { news: [], rest: [], settled: first.settled } };
}

/** @param here the agents of which this round may be a part @returns undefined if the poll does not fail */
function failureOf(
	{ looked, failed, stop }: Round,
	here: ReadonlyArray<[id: string, StoredAgent]>,
	isFirst: boolean,
): Error | undefined {
	if (looked.length > 0) return undefined;
	if (stop !== undefined) return stop;
	const ofService = failed.find(({ failure }) => !isAboutAgent(failure));
	if (ofService !== undefined) return ofService.failure;
	// Others may be there, which this poll did not look at.
	const failedNow = new Set(failed.map(({ id }) => id));
	const isNoneLeft = here.every(([id, agent]) => failedNow.has(id) || agent.failed === true);
	return isFirst || isNoneLeft ? failed[0]?.failure : undefined;
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

function counted(api: Api): { api: Api; count: () => number } {
	let requests = 0;
	const call: Api['call'] = async (id, input) => {
		requests += 1;
		return await api.call(id, input);
	};
	return { api: { call, wait: (ms) => api.wait(ms) }, count: () => requests };
}
