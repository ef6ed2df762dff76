import type { Api, CallInput } from '../../AgentKnowledge/transport/api';
import { ApiFailure } from '../../AgentKnowledge/transport/api-failure';
import type { OperationId, Reply } from '../../AgentKnowledge/transport/operations';
import { timing } from '../../AgentKnowledge/transport/timing';
import { MOST_ITEMS } from '../memory/batch';
import type { Look } from '../memory/look';
import { Memory } from '../memory/memory';
import type { Watch } from '../watch/watch';
import { attempt, type ReadFailure } from './attempt';
import { isAboutAgent, isAboutKey } from './failed-agents';
import { knownOfEach, type StoredAgent } from './stored-agents';

/** Requests after which a poll begins with no further agent: a third of what a key has in a minute by default. */
const MOST_REQUESTS = 20;

/** The looks of one poll at some of the agents. */
export interface Round {
	looked: Looked[];
	failed: Array<{ id: string; failure: ReadFailure }>;
	/** What ended the round early, such as a 429. */
	stop?: ReadFailure;
}

/** A look that succeeded. */
interface Looked {
	id: string;
	memory: Memory;
	look: Look;
}

interface ToLookAt {
	/** In the order of their turns. */
	agents: ReadonlyArray<[id: string, agent: StoredAgent]>;
	/** It counts the requests of the poll. */
	api: CountingApi;
	watchOf: (api: Api, id: string) => Watch;
	/** When the poll began, in milliseconds since the epoch. */
	since: number;
	/** A person has just chosen the agents, so one that is not there is a mistake. */
	refusesMissing: boolean;
}

/** @throws ApiFailure if a missing agent is a mistake */
export async function lookAtAgents({ agents, api, watchOf, since, refusesMissing }: ToLookAt): Promise<Round> {
	const most = knownOfEach(agents.length);
	const round: Round = { looked: [], failed: [] };
	for (const [id, agent] of agents) {
		const isBegun = round.looked.length + round.failed.length > 0;
		if (isBegun && (api.requests >= MOST_REQUESTS || Date.now() - since > timing.roundMs)) break;
		const read = await attempt(() => lookAt(watchOf(api, id), agent, most));
		if ('result' in read) {
			round.looked.push({ id, ...read.result });
			continue;
		}
		const { failure } = read;
		if (isAboutKey(failure)) return { ...round, stop: failure };
		if (refusesMissing && isAboutAgent(failure)) throw failure;
		round.failed.push({ id, failure });
		if (failure instanceof ApiFailure && failure.fields.status === null) break;
	}
	return round;
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

/**
 * @param here the agents of which this round may be a part
 * @param isFirst no poll has read any of them yet
 * @returns undefined if the poll does not fail
 */
export function failureOf(
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

/** Counts its calls. */
export class CountingApi implements Api {
	requests = 0;

	constructor(private readonly api: Api) {}

	async call<Id extends OperationId>(id: Id, input?: CallInput): Promise<Reply<Id>> {
		this.requests += 1;
		return await this.api.call(id, input);
	}

	async wait(ms: number): Promise<void> {
		await this.api.wait(ms);
	}
}
