import type { Api } from '../../AgentKnowledge/transport/api';
import { ApiFailure } from '../../AgentKnowledge/transport/api-failure';
import { listItems } from '../../AgentKnowledge/transport/list-items';
import type { SeveralAgents } from './agent-choice';
import { attempt } from './attempt';
import { MOST_AGENTS, MOST_GONE, type StoredAgent, type StoredAgents } from './stored-agents';

/** With a poll a minute, a later agent is watched within ten minutes. Milliseconds. */
const LIST_EVERY_MS = 9 * 60_000;
/** Agents of the list that a poll reads at most. */
const MOST_LISTED = 1_000;

const TOO_MANY = `The API key can access more than ${MOST_AGENTS} agents, and a trigger watches ${MOST_AGENTS} of them. Choose the agents by name, and add a trigger for the others.`;

/** Which agents a poll has to watch. */
export interface CurrentAgents extends Omit<StoredAgents, 'agents'> {
	/** Those that are new to the trigger first, then in the order of the last looks. */
	agents: Map<string, StoredAgent>;
	/** Not in the list any more, since this poll. */
	went: readonly string[];
	/** What is wrong with the list, if it was not reported yet. */
	listFailure?: Error;
}

/**
 * @param now milliseconds since the epoch
 * @throws ApiFailure if there is no earlier list of agents
 */
export async function currentAgents(
	api: Api,
	chosen: SeveralAgents,
	stored: StoredAgents | null,
	now: number,
): Promise<CurrentAgents> {
	if (chosen !== 'all') return { agents: entriesOf(chosen, stored, null), listedAt: null, went: [] };
	if (stored === null || stored.listedAt === null) {
		const ids = await agentIds(api);
		if (ids.length > MOST_AGENTS) throw new Error(TOO_MANY);
		return { agents: entriesOf(ids, stored, null), listedAt: now, went: [] };
	}
	const asBefore = { ...stored, agents: new Map(stored.agents), went: [] };
	const age = now - stored.listedAt;
	if (age >= 0 && age < LIST_EVERY_MS) return asBefore;
	const read = await attempt(() => agentIds(api));
	if ('failure' in read) {
		// At the rate limit, one of the next polls reads it.
		const isLimit = read.failure instanceof ApiFailure && read.failure.fields.status === 429;
		return isLimit ? asBefore : { ...asBefore, ...failedList(stored, read.failure) };
	}
	const failed = read.result.length > MOST_AGENTS ? failedList(stored, new Error(TOO_MANY)) : {};
	return { ...afterList(read.result, stored), listedAt: now, ...failed };
}

function failedList({ listFailed }: StoredAgents, listFailure: Error) {
	return { listFailed: true as const, ...(listFailed !== true && { listFailure }) };
}

async function agentIds(api: Api): Promise<string[]> {
	const ids: string[] = [];
	for await (const { id } of listItems((window) => api.call('listAgents', { query: { ...window } }), MOST_LISTED)) {
		ids.push(id);
	}
	return ids;
}

function afterList(ids: readonly string[], stored: StoredAgents): Pick<CurrentAgents, 'agents' | 'went'> {
	const listed = new Set(ids);
	const missing = stored.agents.filter(([id]) => !listed.has(id));
	// One that was reported as failed is not reported again when the list does not show it either.
	const went = missing.filter(([, { gone, failed }]) => gone !== true && failed !== true).map(([id]) => id);
	const kept = missing.slice(-MOST_GONE).map(([id, agent]): [string, StoredAgent] => [id, { ...agent, gone: true }]);
	// The specification states no order of the list, so those that are watched stay.
	const watched = new Set(stored.agents.filter(([id, { gone }]) => listed.has(id) && gone !== true).map(([id]) => id));
	const others = ids.filter((id) => !watched.has(id));
	const wanted = [...watched, ...others].slice(0, MOST_AGENTS);
	return { agents: new Map([...kept, ...entriesOf(wanted, stored, stored.listedAt)]), went };
}

/** @param since for those that are new to the trigger */
function entriesOf(
	ids: readonly string[],
	stored: StoredAgents | null,
	since: number | null,
): Map<string, StoredAgent> {
	const wanted = new Set(ids);
	const known = (stored?.agents ?? []).filter(([id]) => wanted.has(id));
	const isKnown = new Set(known.map(([id]) => id));
	const fresh = ids.filter((id) => !isKnown.has(id)).map((id): [string, StoredAgent] => [id, { memory: null, since }]);
	const here = known.map(([id, { memory, since: from, failed }]): [string, StoredAgent] => [
		id,
		{ memory, since: from, ...(failed === true && { failed }) },
	]);
	return new Map([...fresh, ...here]);
}
