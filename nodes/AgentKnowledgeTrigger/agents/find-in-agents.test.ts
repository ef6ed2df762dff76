import type { Api, CallInput } from '../../AgentKnowledge/transport/api';
import { newLead } from '../events/new-lead';
import { findInAgents } from './find-in-agents';
import { MOST_AGENTS, type StoredAgents } from './stored-agents';

const AGENTS = Array.from({ length: MOST_AGENTS }, (_, index) => `agent_${index}`);
/** More than a page. */
const LEADS = 150;
const BEGINNING = Date.parse('2026-11-27T00:00:00Z');
/** Longest that is expected of the service. */
const idOf = (agent: string, number: number) => `${agent}-0123456789abcdef-${number}`;

interface Lead {
	id: string;
	capturedAt: string;
}

/** A service with many agents that have old leads. */
function manyAgents() {
	const leads = new Map<string, Lead[]>();
	const capture = (agent: string) => {
		const list = leads.get(agent) ?? [];
		list.unshift({ id: idOf(agent, list.length), capturedAt: new Date(BEGINNING + list.length).toISOString() });
		leads.set(agent, list);
	};
	for (const agent of AGENTS) for (let each = 0; each < LEADS; each++) capture(agent);
	const requests = { made: 0 };
	const call = async (_operation: string, { params, query }: CallInput = {}) => {
		requests.made += 1;
		const [limit, offset] = [Number(query?.['limit']), Number(query?.['offset'])];
		const all = params === undefined ? AGENTS.map((id) => ({ id })) : (leads.get(String(params['id'])) ?? []);
		return await Promise.resolve({ items: all.slice(offset, offset + limit), total: all.length, limit, offset });
	};
	return { api: { call: call as Api['call'], wait: () => Promise.resolve() }, capture, requests };
}

it('looks at all of 200 agents in ten polls, in 20 if each has news, and keeps less than 1.5 MB', async () => {
	const { api, capture, requests } = manyAgents();
	const options = { ignoredFields: [], withNew: false, isWanted: undefined, onePerPerson: false };
	const reported: unknown[] = [];
	let stored: StoredAgents | null = null;
	const poll = async () => {
		requests.made = 0;
		const { memory, items, failure } = await findInAgents(
			{
				api,
				chosen: AGENTS,
				watchOf: (to, id) => newLead.watch(to, id, options),
				report: (failed) => reported.push(failed),
			},
			stored,
		);
		stored = memory;
		expect([failure, requests.made <= 25]).toEqual([undefined, true]);
		return items;
	};
	// A first look at a list of more than a page has two requests.
	for (let polls = 0; polls < MOST_AGENTS / 10; polls++) expect(await poll()).toEqual([]);
	const [last = ''] = AGENTS.slice(-1);
	capture(last);
	let quiet = 1;
	while ((await poll()).length === 0) quiet += 1;
	expect(quiet).toBe(MOST_AGENTS / 20);
	for (const agent of AGENTS) capture(agent);
	const given: unknown[] = [];
	let polls = 0;
	for (; given.length < MOST_AGENTS; polls++) given.push(...(await poll()).map(({ agentId }) => agentId));
	expect(new Set(given)).toEqual(new Set(AGENTS));
	expect(polls).toBeLessThanOrEqual(MOST_AGENTS / 10);
	expect(reported).toEqual([]);
	// n8n stores it as a text in JSON.
	expect(JSON.stringify(JSON.stringify(stored)).length).toBeLessThan(1_500_000);
});
