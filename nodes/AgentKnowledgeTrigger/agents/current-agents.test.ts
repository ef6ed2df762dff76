import type { Api, CallInput } from '../../AgentKnowledge/transport/api';
import { currentAgents } from './current-agents';
import { MOST_AGENTS, type StoredAgent, type StoredAgents } from './stored-agents';

const MINUTE = 60_000;
const LISTED_AT = 1_700_000_000_000;

/** A service with these agents. */
function serviceWith(ids: readonly string[]): Api {
	const call = async (_operation: string, { query }: CallInput = {}) => {
		const [limit, offset] = [Number(query?.['limit']), Number(query?.['offset'])];
		const items = ids.slice(offset, offset + limit).map((id) => ({ id }));
		return await Promise.resolve({ items, total: ids.length, limit, offset });
	};
	return { call: call as Api['call'], wait: () => Promise.resolve() };
}

const names = (count: number, prefix = 'agent') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const known = (ids: readonly string[], more: Partial<StoredAgents> = {}): StoredAgents => ({
	agents: ids.map((id): [string, StoredAgent] => [id, { memory: null, since: 1 }]),
	listedAt: LISTED_AT,
	...more,
});
const here = ({ agents }: { agents: Map<string, StoredAgent> }) =>
	[...agents].filter(([, { gone }]) => gone !== true).map(([id]) => id);

it('reads the list again after nine minutes, and puts a later agent first', async () => {
	const service = serviceWith(['b', 'a', 'c']);
	const stored = known(['a', 'b']);
	expect(here(await currentAgents(service, 'all', stored, LISTED_AT + 8 * MINUTE))).toEqual(['a', 'b']);
	const current = await currentAgents(service, 'all', stored, LISTED_AT + 9 * MINUTE);
	expect(here(current)).toEqual(['c', 'a', 'b']);
	expect(current).toMatchObject({ listedAt: LISTED_AT + 9 * MINUTE, went: [] });
	expect(current.agents.get('c')).toEqual({ memory: null, since: LISTED_AT });
});

it('keeps what it knows of the last fifty that went, and names each once', async () => {
	const stored = known(names(60));
	const current = await currentAgents(serviceWith([]), 'all', stored, LISTED_AT + 10 * MINUTE);
	expect([here(current), current.went.length, current.agents.size]).toEqual([[], 60, 50]);
	const agents = [...current.agents];
	const next = await currentAgents(serviceWith(['agent 59']), 'all', { ...stored, agents }, LISTED_AT + 20 * MINUTE);
	expect([here(next), next.went]).toEqual([['agent 59'], []]);
	expect(next.agents.get('agent 59')).toEqual({ memory: null, since: 1 });
});

it('refuses more agents than a trigger watches, and later keeps those that it watches and says so once', async () => {
	const service = serviceWith([...names(60, 'later'), ...names(MOST_AGENTS - 10)]);
	await expect(currentAgents(service, 'all', null, LISTED_AT)).rejects.toThrow('more than 200 agents');
	const stored = known(names(MOST_AGENTS - 10));
	const current = await currentAgents(service, 'all', stored, LISTED_AT + 10 * MINUTE);
	expect(here(current)).toHaveLength(MOST_AGENTS);
	expect(here(current)).toEqual([...names(10, 'later'), ...names(MOST_AGENTS - 10)]);
	expect(current.listFailure?.message).toContain('Choose the agents by name');
	const again = await currentAgents(service, 'all', { ...stored, listFailed: true }, LISTED_AT + 10 * MINUTE);
	expect([again.listFailed, again.listFailure]).toEqual([true, undefined]);
});

it('reads the list when a person changes from chosen agents to all, and takes the others as they are then', async () => {
	const stored = known(['a'], { listedAt: null });
	const current = await currentAgents(serviceWith(['a', 'b']), 'all', stored, LISTED_AT);
	expect([...current.agents]).toEqual([
		['b', { memory: null, since: null }],
		['a', { memory: null, since: 1 }],
	]);
	const chosen = await currentAgents(serviceWith([]), ['b', 'a'], stored, LISTED_AT);
	expect(here(chosen)).toEqual(['b', 'a']);
});
